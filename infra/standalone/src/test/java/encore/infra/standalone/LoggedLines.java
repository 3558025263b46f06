package encore.infra.standalone;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The lines that this process logs, each with its logger, its context and its causes, until {@link #close}. */
final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Queue<String> all = new ConcurrentLinkedQueue<>();

    LoggedLines() {
        setContext(root().getLoggerContext());
        start();
        root().addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        all.add(event.getLoggerName()
                + event.getFormattedMessage()
                + event.getMDCPropertyMap()
                + Objects.requireNonNullElse(event.getKeyValuePairs(), List.of())
                + (event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy())));
    }

    List<String> all() {
        return List.copyOf(all);
    }

    List<String> withAny(List<String> markers) {
        return all.stream()
                .filter(line -> markers.stream().anyMatch(line::contains))
                .toList();
    }

    void clear() {
        all.clear();
    }

    @Override
    public void close() {
        root().detachAppender(this);
        stop();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    }
}
