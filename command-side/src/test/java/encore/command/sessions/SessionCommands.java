package encore.command.sessions;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.browserlogin.BrowserCodeCommand.RecordBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.RedeemBrowserCode;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionCommand.UseFanSession;
import encore.kernel.sessions.SessionCommandOpenFanSessionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

class SessionCommands implements RandomCommands {

    private Instant now = LoginsTest.NOON;
    private int opened;

    @Override
    public Class<?> aggregate() {
        return Logins.class;
    }

    @Override
    public Command<?> next(Random random) {
        now = now.plus(Duration.ofHours(random.nextInt(40)));
        String one = "s" + random.nextInt(opened + 1);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 ->
                new OpenFanSession(
                        LoginsTest.LOGINS,
                        "s" + opened++,
                        LoginsTest.details(),
                        null,
                        random.nextBoolean() ? one : null,
                        random.nextBoolean() ? "v" + random.nextInt(3) : null,
                        now);
            case 3 -> new EndFanSession(LoginsTest.LOGINS, one, random.nextBoolean());
            case 4 -> new EndOtherSessions(LoginsTest.LOGINS, one, (long) opened / 2);
            case 5 -> new RecordBrowserCode(LoginsTest.LOGINS, "h" + random.nextInt(9), LoginsTest.browserLogin());
            case 6 ->
                new RedeemBrowserCode(
                        "h" + random.nextInt(9),
                        SessionCommandOpenFanSessionBuilder.builder()
                                .logins(LoginsTest.LOGINS)
                                .sessionHash("s" + opened++)
                                .details(LoginsTest.details())
                                .at(now)
                                .build());
            default -> new UseFanSession(LoginsTest.LOGINS, one, now);
        };
    }
}
