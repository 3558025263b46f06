package encore.infra.standalone;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationContextFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.core.type.classreading.MetadataReader;

/** Makes contexts of servers in this JVM. Each class that they scan is read once: that was a fourth of a start's work. */
final class KnownClasses implements ApplicationContextFactory {

    private static final Map<Resource, MetadataReader> CLASSES = new ConcurrentHashMap<>();

    @Override
    public ConfigurableApplicationContext create(@Nullable WebApplicationType type) {
        return new Context();
    }

    @Override
    public @Nullable Class<? extends ConfigurableEnvironment> getEnvironmentType(@Nullable WebApplicationType type) {
        return DEFAULT.getEnvironmentType(type);
    }

    @Override
    public @Nullable ConfigurableEnvironment createEnvironment(@Nullable WebApplicationType type) {
        return DEFAULT.createEnvironment(type);
    }

    private static final class Context extends AnnotationConfigReactiveWebServerApplicationContext {

        @Override
        @SuppressWarnings("unchecked")
        public <T> Map<Resource, T> getResourceCache(Class<T> valueType) {
            return valueType == MetadataReader.class ? (Map<Resource, T>) CLASSES : super.getResourceCache(valueType);
        }
    }
}
