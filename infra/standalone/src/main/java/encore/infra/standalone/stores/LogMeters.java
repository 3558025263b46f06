package encore.infra.standalone.stores;

import encore.infra.eventstore.log.EventLog;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Publishes metrics of the log: its head, whether it accepts writes, and the number of events that share one sync. */
@Component
public class LogMeters implements DisposableBean {

    private final AutoCloseable subscription;

    LogMeters(EventLog log, MeterRegistry meters) {
        Gauge.builder("encore.log.head", log, EventLog::head)
                .description("Position of the last durable event")
                .register(meters);
        Gauge.builder("encore.log.writable", log, it -> it.writable() ? 1 : 0)
                .description("Whether the log accepts writes now")
                .register(meters);
        DistributionSummary group = DistributionSummary.builder("encore.log.group")
                .description("Events made durable by one sync")
                .publishPercentileHistogram()
                .minimumExpectedValue(1.0)
                .maximumExpectedValue(4_096.0)
                .register(meters);
        subscription = log.onAppended(events -> group.record(events.size()));
    }

    @Override
    public void destroy() throws Exception {
        subscription.close();
    }
}
