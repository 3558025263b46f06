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

    private static final double[] GROUP_SIZES = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

    private final AutoCloseable subscription;

    LogMeters(EventLog log, MeterRegistry meters) {
        Gauge.builder("encore.log.head.events", log, EventLog::head)
                .description("Position of the last durable event")
                .register(meters);
        Gauge.builder("encore.writable.logs", log, it -> it.writable() ? 1 : 0)
                .description("1 while the log accepts writes, else 0")
                .register(meters);
        DistributionSummary group = DistributionSummary.builder("encore.log.group.events")
                .description("Events made durable by one sync")
                .serviceLevelObjectives(GROUP_SIZES)
                .register(meters);
        subscription = log.onAppended(events -> group.record(events.size()));
    }

    @Override
    public void destroy() throws Exception {
        subscription.close();
    }
}
