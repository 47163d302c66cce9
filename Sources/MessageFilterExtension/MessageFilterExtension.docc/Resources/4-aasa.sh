spamkit aasa ABCDE12345.test.example.filter.ext ABCDE12345.test.example.filter --report ABCDE12345.test.example.filter.report > apple-app-site-association
spamkit aasa --check apple-app-site-association ABCDE12345.test.example.filter.ext
spamkit aasa --check apple-app-site-association --report ABCDE12345.test.example.filter.report
