package encore.infra.standalone;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/** The real thing on a real port and real files: all sides in this JVM. */
final class RunningEncore implements AutoCloseable {

    static final String OPERATOR_TOKEN = "operator-of-the-tests";

    private final ConfigurableApplicationContext context;

    private RunningEncore(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static RunningEncore on(Path data) {
        return on(data, Map.of());
    }

    static RunningEncore on(Path data, Map<String, Object> settings) {
        var application = new SpringApplication(Standalone.class, OwnThreads.class);
        var properties = new HashMap<String, Object>();
        properties.put("ENCORE_DATA", data.toString());
        properties.put("PORT", "0");
        properties.put("encore.operator-token", OPERATOR_TOKEN);
        properties.put("encore.demo", "off");
        properties.putAll(settings);
        application.setDefaultProperties(properties);
        return new RunningEncore(application.run());
    }

    String url() {
        return "http://127.0.0.1:"
                + ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** A client with the operator's token. */
    Api operator() {
        return new Api(url(), Map.of("Authorization", "Bearer " + OPERATOR_TOKEN));
    }

    /** A client of a new account with one key pair of all scopes. */
    Api newAccount() {
        var opened = operator()
                .post("/api/v1/manage/accounts", "name", "account of a journey")
                .mustBe(200)
                .body();
        return new Api(
                url(),
                Map.of(
                        "Api-Key", opened.get("api_key").asString(),
                        "Api-Secret", opened.get("api_secret").asString()));
    }

    @Override
    public void close() {
        context.close();
    }

    /** Netty's threads are shared by all of a JVM otherwise, and the first server that stops takes them from the rest. */
    static final class OwnThreads {

        @Bean
        ReactorResourceFactory reactorResources() {
            var own = new ReactorResourceFactory();
            own.setUseGlobalResources(false);
            return own;
        }
    }
}
