package encore.infra.standalone.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The setting of what goes out.
 *
 * @param deliveries whether webhooks, mail and text messages are sent ({@code ENCORE_DELIVERIES})
 */
@ConfigurationProperties("encore")
public record DeliverySettings(@DefaultValue("on") boolean deliveries) {}
