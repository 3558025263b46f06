package encore.infra.standalone;

import encore.infra.standalone.settings.ClassCache;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.OpenFilesLimit;
import encore.infra.standalone.settings.PeerEncryption;
import encore.infra.standalone.settings.PublicTls;
import java.security.Security;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Starts one part of Encore, or prints in one sentence why it cannot start. */
public final class NodeLauncher {

    private NodeLauncher() {}

    /** Starts the process, or ends it when a setting is missing or wrong. */
    static void run(NodeRole role, Class<?> application, String[] arguments) {
        // A DNS name that stands for many nodes is looked up again and again, and its answer is kept for one second
        // only. The property is read at the first look-up.
        Security.setProperty("networkaddress.cache.ttl", "1");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        NodeSettings settings;
        try {
            settings = NodeSettings.read(role, System::getenv);
            encryption(role, System::getenv);
        } catch (NodeSettings.InvalidSetting invalidSetting) {
            System.err.println(invalidSetting.getMessage());
            System.exit(1);
            return;
        }
        String tooFewFiles = OpenFilesLimit.problem();
        if (tooFewFiles != null) {
            System.err.println(tooFewFiles);
            System.exit(1);
        }
        SpringApplication spring = application(role, application);
        spring.setDefaultProperties(properties(settings));
        spring.run(arguments);
        String noClassCache = ClassCache.problem();
        if (noClassCache != null) {
            LoggerFactory.getLogger(NodeLauncher.class).warn(noClassCache);
        }
    }

    /** Makes the application. Tests call it too, and give settings as properties. */
    public static SpringApplication application(NodeRole role, Class<?>... application) {
        SpringApplication spring = new SpringApplication(application);
        spring.addInitializers(context -> {
            NodeSettings settings = NodeSettings.read(role, context.getEnvironment()::getProperty);
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource(
                            "encore.tls", encryption(role, context.getEnvironment()::getProperty)));
            ((GenericApplicationContext) context).registerBean(NodeSettings.class, () -> settings);
        });
        return spring;
    }

    private static Map<String, Object> encryption(NodeRole role, Function<String, @Nullable String> settings) {
        Map<String, Object> properties = new HashMap<>(PublicTls.properties(settings));
        properties.putAll(PeerEncryption.properties(role, settings));
        return properties;
    }

    private static Map<String, Object> properties(NodeSettings settings) {
        Map<String, Object> properties = new HashMap<>();
        if (settings.part() != NodeRole.ALL) {
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
