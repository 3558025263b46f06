package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import tools.jackson.databind.JsonNode;

/**
 * A journey goes through the real gateway and all sides: on embedded stores, and as processes, which have the adapters
 * of MongoDB and the peers between them. Where a class says so by {@link RunsOn}, elsewhere. A test that configures its
 * server starts one of its own by {@link RunningEncore#on}; what must outlive a stop is in {@link RestartJourneyTest}.
 */
@ParameterizedClass
@ArgumentsSource(RunsOn.Wanted.class)
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.PROCESSES},
        because = "what differs between arrangements are the stores and the ways between the sides")
abstract class Journey extends OnSharedServer {

    /** The actor of what an automation sends. */
    private static final Pattern AUTOMATION = Pattern.compile("When[A-Z]\\w*Then\\w+");

    @Parameter
    Arrangement arrangement = Arrangement.EMBEDDED;

    @Override
    Arrangement arrangement() {
        return arrangement;
    }

    @BeforeEach
    void keep_clients() {
        LiveClient.keepAll();
    }

    @AfterEach
    void cut_off_clients() {
        LiveClient.cutOffAll();
    }

    /** What calls are answered that are made at the same time. */
    static <T> List<T> together(List<Callable<T>> calls) throws Exception {
        List<T> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> call : threads.invokeAll(calls)) {
                answers.add(call.get());
            }
        }
        return answers;
    }

    /**
     * Records an event of the account and returns its position. All that was recorded earlier, by whichever node, has a
     * lower one.
     */
    protected long mark() {
        return positionOf(api.post("/api/v1/crm/points", "point_name", "mark " + UUID.randomUUID()));
    }

    /** Returns the position at which a call was decided. */
    protected static long positionOf(Api.Answer answer) {
        return Long.parseLong(Objects.requireNonNull(answer.mustBe(200).header("Encore-Position")));
    }

    /**
     * Checks that no call of the account has recorded anything after a position. Other accounts share the log, and the
     * automations of this one still react to what came before, so the length of the log says nothing.
     */
    protected void nothingIsRecordedSince(long position) throws Exception {
        long end = mark();
        List<JsonNode> recorded = new ArrayList<>();
        LiveClient client = LiveClient.of(api).following("{\"stream\":\"events\",\"after\":" + position + "}");
        for (JsonNode event = client.next(); event.get("position").asLong() < end; event = client.next()) {
            // That this follows the stream is an entry of the journal.
            if (!AUTOMATION.matcher(event.at("/data/actor").asString()).matches()
                    && !event.at("/data/type").asString().equals("operation_ordered")) {
                recorded.add(event);
            }
        }
        client.cutOff();
        assertThat(recorded).as("events after %s", position).isEmpty();
    }
}
