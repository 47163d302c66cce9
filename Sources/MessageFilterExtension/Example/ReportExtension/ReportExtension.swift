// Example: the reporting extension, for messages. On Linux it compiles against a stand-in for
// Apple's frameworks.

import IdentityLookup
import IdentityLookupUI

final class ReportExtension: ILClassificationUIExtensionViewController {
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        // Nothing to fill in: the report is complete as it is.
        extensionContext.isReadyForClassificationResponse = true
    }

    override func classificationResponse(for request: ILClassificationRequest) -> ILClassificationResponse {
        ILClassificationResponse(action: request is ILMessageClassificationRequest ? .reportJunk : .none)
    }
}
