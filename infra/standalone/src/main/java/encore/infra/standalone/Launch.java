package encore.infra.standalone;

import java.security.Security;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Starts one part of Encore, or prints in one sentence why it cannot start. */
final class Launch {

    private Launch() {}

    /** Starts the process, or ends it when a setting is missing or wrong. */
    static void run(Part part, Class<?> application, String[] arguments) {
        // A DNS name that stands for many nodes is looked up again and again, and its answer is kept for one second
        // only. The property is read at the first look-up.
        Security.setProperty("networkaddress.cache.ttl", "1");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        NodeSettings settings;
        try {
            settings = NodeSettings.read(part, System::getenv);
            encryption(part, System::getenv);
        } catch (NodeSettings.Wrong wrong) {
            System.err.println(wrong.getMessage());
            System.exit(1);
            return;
        }
        SpringApplication spring = application(part, application);
        spring.setDefaultProperties(properties(settings));
        spring.run(arguments);
    }

    /** Makes the application. Tests call it too, and give settings as properties. */
    static SpringApplication application(Part part, Class<?>... application) {
        SpringApplication spring = new SpringApplication(application);
        spring.addInitializers(context -> {
            NodeSettings settings = NodeSettings.read(part, context.getEnvironment()::getProperty);
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource(
                            "encore.tls", encryption(part, context.getEnvironment()::getProperty)));
            ((GenericApplicationContext) context).registerBean(NodeSettings.class, () -> settings);
        });
        return spring;
    }

    private static Map<String, Object> encryption(Part part, Function<String, @Nullable String> settings) {
        Map<String, Object> properties = new HashMap<>(PublicTls.properties(settings));
        properties.putAll(PeerEncryption.properties(part, settings));
        return properties;
    }

    private static Map<String, Object> properties(NodeSettings settings) {
        Map<String, Object> properties = new HashMap<>();
        if (settings.part() != Part.ALL) {
            properties.put("logging.structured.ecs.service.node-name", settings.node());
            properties.put("management.metrics.tags.node", settings.node());
        }
        if (settings.part().isSide()) {
            properties.put("spring.main.keep-alive", "true");
            properties.put("spring.main.web-application-type", "none"); // A side serves no clients.
        }
        return properties;
    }
}
