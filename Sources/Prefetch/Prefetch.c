// All of it is in the header, as a call would take longer than it saves. A target needs a file.
#include "Prefetch.h"
