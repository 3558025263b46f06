package encore.infra.standalone.stores;

import encore.command.webhooks.delivery.DeliveryFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Publishes metrics of the delivery of webhooks. The node that delivers has figures; the others show zeros. */
@Component
public class WebhookMeters {

    WebhookMeters(DeliveryFigures figures, MeterRegistry meters) {
        for (DeliveryFigures.Outcome outcome : DeliveryFigures.Outcome.values()) {
            FunctionCounter.builder("encore.webhooks.deliveries", figures, it -> it.outcomes(outcome))
                    .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                    .description("Calls of webhooks by their outcome")
                    .register(meters);
        }
        FunctionCounter.builder("encore.webhooks.dead.letters", figures, DeliveryFigures::deadLetters)
                .description("Messages of webhooks that were given up")
                .register(meters);
        Gauge.builder("encore.webhooks.lag", figures, DeliveryFigures::lagSeconds)
                .baseUnit("seconds")
                .description("Age of the oldest event that a webhook has not been told")
                .register(meters);
    }
}
