package encore.api.binding;

import java.util.List;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.stereotype.Component;

/**
 * Caches the list of message readers. For each form that arrives, Spring searches that list in case somebody asks for
 * the form's data, and it builds the list anew each time. The list is taken at the start, after all customizers
 * of codecs have run.
 */
final class CachingCodecConfigurer implements ServerCodecConfigurer {

    private final ServerCodecConfigurer codecs;
    private final List<HttpMessageReader<?>> readers;

    private CachingCodecConfigurer(ServerCodecConfigurer codecs) {
        this.codecs = codecs;
        this.readers = List.copyOf(codecs.getReaders());
    }

    /** Replaces Spring's own configurer. */
    @Component
    static final class Installer implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof ServerCodecConfigurer codecs && !(bean instanceof CachingCodecConfigurer)
                    ? new CachingCodecConfigurer(codecs)
                    : bean;
        }
    }

    @Override
    public List<HttpMessageReader<?>> getReaders() {
        return readers;
    }

    @Override
    public List<HttpMessageWriter<?>> getWriters() {
        return codecs.getWriters();
    }

    @Override
    public ServerDefaultCodecs defaultCodecs() {
        return codecs.defaultCodecs();
    }

    @Override
    public CustomCodecs customCodecs() {
        return codecs.customCodecs();
    }

    @Override
    public void registerDefaults(boolean registerDefaults) {
        codecs.registerDefaults(registerDefaults);
    }

    @Override
    public ServerCodecConfigurer clone() {
        return codecs.clone();
    }
}
