package encore.infra.standalone.settings;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Says in one line of the log why a start failed and what to do. */
class FailedStartReporter implements FailureAnalysisReporter {

    private static final Logger LOG = LoggerFactory.getLogger(FailedStartReporter.class);

    @Override
    public void report(FailureAnalysis analysis) {
        String line = Stream.of(analysis.getDescription(), analysis.getAction())
                .filter(text -> text != null && !text.isBlank())
                .map(text -> text.strip().replaceAll("\\s*\\R\\s*", " "))
                .collect(Collectors.joining(" "));
        LOG.error(line);
    }
}
