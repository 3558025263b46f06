package encore.api.http;

import encore.api.GatewayConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The gateway's HTTP core with the controllers of a test, on a real port. */
final class OnAPort implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private OnAPort(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static OnAPort with(Class<?>... parts) {
        var application = new SpringApplication(Core.class);
        application.addPrimarySources(List.of(parts));
        application.setDefaultProperties(Map.of("server.port", "0", "spring.main.banner-mode", "off"));
        return new OnAPort(application.run());
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    WebTestClient client() {
        return WebTestClient.bindToServer()
                .baseUrl("http://127.0.0.1:" + port())
                .responseTimeout(Duration.ofSeconds(20))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
                .build();
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @ComponentScan("encore.api.http")
    @Import(GatewayConfiguration.class)
    static class Core {
        @Bean
        Signer signer() {
            return () -> new byte[32];
        }
    }
}
