package encore.infra.standalone;

import encore.infra.standalone.demo.DemoAccount;
import encore.infra.standalone.management.NodeHealth;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.StorageSettings;
import encore.kernel.names.BuildVersion;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.stereotype.Component;

/** Prints the address of a started Encore and the next things to try, after everything that a start logs. */
@Component
class Greeting implements ApplicationListener<ApplicationReadyEvent> {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final StorageSettings storageSettings;
    private final boolean embedded;
    private final DemoAccount demoAccount;
    private final NodeHealth health;
    private final PrintStream terminal;

    @Autowired
    Greeting(StorageSettings storageSettings, NodeSettings node, DemoAccount demoAccount, NodeHealth health) {
        this(storageSettings, node.mongo() == null, demoAccount, health, System.out);
    }

    Greeting(
            StorageSettings storageSettings,
            boolean embedded,
            DemoAccount demoAccount,
            NodeHealth health,
            PrintStream terminal) {
        this.storageSettings = storageSettings;
        this.embedded = embedded;
        this.demoAccount = demoAccount;
        this.health = health;
        this.terminal = terminal;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent started) {
        ConfigurableApplicationContext context = started.getApplicationContext();
        boolean encrypted = context.getEnvironment().containsProperty("server.ssl.bundle");
        if (context instanceof WebServerApplicationContext web && web.getWebServer() != null) {
            String address = (encrypted ? "https" : "http") + "://localhost:"
                    + web.getWebServer().getPort();
            Thread.ofVirtual().name("greeting").start(() -> greetWhenReady(context, address));
        }
    }

    private void greetWhenReady(ConfigurableApplicationContext context, String address) {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        try {
            while (context.isActive() && !health.report().up() && System.nanoTime() < end) {
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (context.isActive()) {
            greet(address);
        }
    }

    void greet(String address) {
        List<String> keys = demoAccount.announcement();
        terminal.printf(
                """

                Encore %1$s answers at %2$s/api/v1 and keeps its data in %4$s.
                %3$s  console     %2$s/console
                  docs        %2$s/docs
                  next        "Try it" in README.md, or ./encore import-purchases FILE
                """,
                BuildVersion.get(),
                address,
                keys.stream().map(line -> "  " + line + System.lineSeparator()).reduce("", String::concat),
                embedded ? storageSettings.data().toAbsolutePath() : "MongoDB");
        terminal.flush();
    }
}
