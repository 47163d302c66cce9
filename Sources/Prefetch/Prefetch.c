// The function is in the header: a call would take longer than it saves. A target needs a file.
#include "Prefetch.h"
