package encore.infra.standalone;

import encore.infra.standalone.demo.DemoAccount;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.StorageSettings;
import java.io.PrintStream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/** Prints the address of a started Encore and the next things to try. */
@Component
class Greeting implements ApplicationListener<WebServerInitializedEvent> {

    private final StorageSettings storageSettings;
    private final boolean embedded;
    private final PrintStream terminal;

    @Autowired
    Greeting(StorageSettings storageSettings, NodeSettings node) {
        this(storageSettings, node.mongo() == null, System.out);
    }

    Greeting(StorageSettings storageSettings, boolean embedded, PrintStream terminal) {
        this.storageSettings = storageSettings;
        this.embedded = embedded;
        this.terminal = terminal;
    }

    @Override
    public void onApplicationEvent(WebServerInitializedEvent started) {
        boolean encrypted = started.getApplicationContext().getEnvironment().containsProperty("server.ssl.bundle");
        greet((encrypted ? "https" : "http") + "://localhost:"
                + started.getWebServer().getPort());
    }

    void greet(String address) {
        terminal.printf(
                """

                Encore answers at %1$s/api/v1 and keeps its data in %3$s.
                Try next:
                  the calls under "Try it" in README.md; keys are in %2$s
                  ./encore import-purchases FILE   (the purchase log of a shop as fans and points)
                  %1$s/console     (leaderboard, ledgers and projections; sign in with the keys)
                  %1$s/docs        (every call, to be tried in a browser)

                """,
                address,
                storageSettings.data().resolve(DemoAccount.FILE),
                embedded ? storageSettings.data().toAbsolutePath() : "MongoDB");
        terminal.flush();
    }
}
