package encore.infra.standalone;

import java.io.PrintStream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/** Prints the address of a started Encore and the next things to try. */
@Component
class Greeting implements ApplicationListener<WebServerInitializedEvent> {

    private final Settings settings;
    private final boolean embedded;
    private final PrintStream terminal;

    @Autowired
    Greeting(Settings settings, NodeSettings node) {
        this(settings, node.mongo() == null, System.out);
    }

    Greeting(Settings settings, boolean embedded, PrintStream terminal) {
        this.settings = settings;
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
                settings.data().resolve(DemoAccount.FILE),
                embedded ? settings.data().toAbsolutePath() : "MongoDB");
        terminal.flush();
    }
}
