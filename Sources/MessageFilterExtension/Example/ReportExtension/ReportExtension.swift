// Example: the reporting extension. Not compiled on Linux, which has no IdentityLookupUI.

import IdentityLookup
import IdentityLookupUI

final class ReportExtension: ILClassificationUIExtensionViewController {
    override func prepare(for classificationRequest: ILClassificationRequest) {
        super.prepare(for: classificationRequest)
        // Nothing to fill in: the report is complete as it is.
        extensionContext.isReadyForClassificationResponse = true
    }

    override func classificationResponse(for request: ILClassificationRequest) -> ILClassificationResponse {
        ILClassificationResponse(action: .reportJunk)
    }
}
