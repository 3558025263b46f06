package encore.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.CommandSideOnDisk;
import encore.command.SharedCommandSide;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.accounts.AccountId;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.imports.FanReferenceBuilder;
import encore.kernel.imports.ImportCommand.ImportActivity;
import encore.kernel.imports.ImportCommand.ImportFan;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportCommand.ImportRows;
import encore.kernel.imports.ImportEvent.FanImported;
import encore.kernel.imports.ImportedFanId;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.imports.ImportedRows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Imports in a log: each row once for its key, also when calls compete. */
class ImportsOnDiskTest {

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide();

    private CommandSideOnDisk side;
    private long minted = 1;

    @BeforeEach
    void open() {
        side = SHARED.side();
    }

    @Test
    void the_events_of_an_import_name_it_as_their_source() {
        assertThat(send(fan("ann", "key:1", "h"))).containsExactly("done");
        assertThat(side.events().stream()
                        .filter(event -> event.event() instanceof FanRegistered || event.event() instanceof FanImported)
                        .map(RecordedEvent::origin))
                .hasSize(2)
                .allMatch(RecordedEvent.Origin::isImport);
    }

    @Test
    void a_fan_is_imported_once_for_its_key_also_after_its_erasure() {
        assertThat(send(fan("ann", "key:1", "h"))).containsExactly("done");
        assertThat(send(fan("ann", "key:1", "h"), fan("bea", "key:1", "other"))).containsExactly("known", "differs");
        FanId ann = ((FanImported) side.events(FanImported.class).getFirst().event()).fan();
        side.send(new EraseFan(ann));
        assertThat(send(fan("ann", "key:1", "h"), fan("bea", "key:1", "other"))).containsExactly("known", "known");
        assertThat(side.events(FanRegistered.class)).hasSize(1);
        FanImported erased =
                (FanImported) side.events(FanImported.class).getFirst().event();
        assertThat(erased.rowHash()).isNull();
        assertThat(erased.keyHash()).hasSize(64);
    }

    @Test
    void rows_of_four_calls_at_once_are_applied_once() {
        List<CompletableFuture<List<String>>> calls = IntStream.range(0, 4)
                .mapToObj(call -> CompletableFuture.supplyAsync(() -> send(IntStream.range(0, 80)
                        .mapToObj(i -> fan("f" + i, "key:" + i, "h" + i))
                        .toArray(ImportRow[]::new))))
                .toList();
        List<String> outcomes =
                calls.stream().flatMap(call -> call.join().stream()).toList();
        assertThat(outcomes.stream().filter("done"::equals)).hasSize(80);
        assertThat(outcomes.stream().filter("known"::equals)).hasSize(3 * 80);
        assertThat(side.events(FanImported.class)).hasSize(80);
        assertThat(side.events(FanRegistered.class)).hasSize(80);
    }

    @Test
    void activities_of_one_key_are_recorded_once_and_a_refused_row_stops_no_other() {
        send(fan("ann", "key:1", "h"));
        assertThat(send(activity("ann", "Door", "a1"), activity("bea", "Door", "a2"), activity("ann", "Door", "a3")))
                .containsExactly("done", "refused email", "done");
        assertThat(send(activity("ann", "Door", "a1"), activity("ann", "Gate", "a3")))
                .containsExactly("known", "differs activity_key");
        assertThat(side.events(ActivityRecorded.class)).hasSize(2);
    }

    @Test
    void the_order_of_one_fans_rows_is_that_of_the_file() {
        send(fan("ann", "key:1", "h"));
        send(IntStream.range(0, 100)
                .mapToObj(i -> activity("ann", "Title " + i, "k" + i))
                .toArray(ImportRow[]::new));
        assertThat(side.events(ActivityRecorded.class).stream()
                        .map(event -> ((ActivityRecorded) event.event()).title()))
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).mapToObj(i -> "Title " + i).toList());
    }

    private List<String> send(ImportRow... rows) {
        ImportedRows imported = side.send(new ImportRows(new AccountId(side.account()), List.of(rows)));
        return imported.rows().stream().map(ImportsOnDiskTest::text).toList();
    }

    private static String text(ImportedRowOutcome row) {
        return Stream.of(
                        row.outcome(),
                        row.outcome().equals("differs") && row.field().equals("import_key") ? null : row.field())
                .filter(part -> part != null)
                .reduce((outcome, field) -> outcome + " " + field)
                .orElseThrow();
    }

    private synchronized ImportFan fan(String name, String key, String rowHash) {
        long number = minted++ * 1_000 + side.account() * 1_000_000;
        return new ImportFan(
                new ImportedFanId(side.account(), "u" + number),
                new FindOrRegisterFan(
                        new FanId(side.account(), number),
                        Profile.reachableBy(name + "@fans.example", null),
                        Consent.EMPTY,
                        null),
                List.of(),
                key,
                rowHash);
    }

    private ImportActivity activity(String name, String title, String key) {
        return new ImportActivity(
                ActivityId.ofKey(side.account(), key),
                FanReferenceBuilder.builder().email(name + "@fans.example").build(),
                title,
                ActivityDetails.NONE,
                null);
    }
}
