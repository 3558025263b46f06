package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierCommand.RemoveIdentifier;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrationCommand.RecordRegistration;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanCommand.RecordScan;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Wristbands of fans and scans of them in a log, in either order. The log is verified after each test. */
class WristbandsOnDiskTest {

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide(
            directory -> List.of(new CommandSideOnDisk(directory.resolve("data"))), WristbandsOnDiskTest::checkLog);

    private CommandSideOnDisk side;
    private FanId ada;
    private FanId ben;
    private int minted;

    @BeforeEach
    void registerFans() {
        side = SHARED.side();
        ada = side.registerFan(42, "ada@example.com");
        ben = side.registerFan(43, "ben@example.com");
    }

    private static void checkLog(Path directory) {
        for (boolean withKeys : List.of(true, false)) {
            Verified found = new RestoredStore.InDirectory(directory).verified(withKeys);
            assertThat(found.report().problem()).as("with keys: %s", withKeys).isNull();
            assertThat(found.claims().missing()).isEmpty();
            assertThat(found.claims().unfounded()).isEmpty();
        }
    }

    @Test
    void scans_before_and_after_a_link_are_the_fans_on_any_network() {
        scan("door", "w1", null);
        scan("gate", "w1", null);
        scan("bar", null, "w1");
        scan("door", "w1", null);
        assertThat(holders()).doesNotContain(ada());
        link(ada, "w1");
        scan("door", "w1", null);
        scan("shop", null, "w1");
        assertThat(holders()).containsOnly(ada());
    }

    @Test
    void a_scan_of_two_codes_is_found_by_either() {
        scan("door", "w1", "w2");
        link(ada, "w2");
        assertThat(holders()).containsExactly(ada());
        link(ben, "w1");
        scan("door", "w1", null);
        scan("door", null, "w2");
        assertThat(holders()).containsExactly(ada(), ben(), ada());
    }

    @Test
    void a_registration_of_the_network_holds_its_code_before_the_fan_with_the_wristband() {
        scan("door", "w1", null);
        scan("gate", "w1", null);
        String registration = register("door", "w1");
        scan("door", "w1", null);
        assertThat(holders().get(0)).isEqualTo(registration);
        link(ada, "w1");
        scan("door", "w1", null);
        scan("gate", "w1", null);
        assertThat(holders()).containsExactly(registration, ada(), registration, registration, ada());
    }

    @Test
    void a_registration_that_comes_after_scans_on_two_networks_gets_those_of_its_own() {
        scan("door", "w1", null);
        scan("gate", "w1", null);
        String gate = register("gate", "w1");
        link(ada, "w1");
        assertThat(holders()).containsExactly(ada(), gate);
    }

    @Test
    void a_removed_wristband_is_nobodys_until_another_fan_links_it() {
        scan("door", "w1", null);
        link(ada, "w1");
        side.send(new RemoveIdentifier(new IdentifiersId(ada), "wristband", "w1"));
        scan("door", "w1", null);
        scan("door", "w1", null);
        assertThat(holders().getFirst()).isEqualTo(ada());
        assertThat(holders().subList(1, 3)).doesNotContain(ada());
        link(ben, "w1");
        scan("door", "w1", null);
        assertThat(holders()).containsExactly(ada(), ben(), ben(), ben());
    }

    @Test
    void an_erased_fans_wristband_is_free_for_another() {
        scan("door", "w1", "w2");
        link(ada, "w1");
        side.send(new EraseFan(ada));
        scan("gate", "w1", null);
        link(ben, "w1");
        link(ben, "w2");
        scan("door", "w1", null);
        assertThat(holders()).containsExactly(ada(), ben(), ben());
    }

    @Test
    void another_living_fans_wristband_is_refused_and_a_repeat_changes_nothing() {
        link(ada, "w1");
        int events = side.events().size();
        link(ada, "w1");
        assertThatThrownBy(() -> link(ben, "w1"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("identifier-taken"));
        assertThat(side.events()).hasSize(events);
    }

    @Test
    void other_networks_identifiers_are_no_codes() {
        side.send(new AddIdentifier(new IdentifiersId(ada), "portal", "w1"));
        scan("door", "w1", null);
        assertThat(holders()).noneMatch(holder -> holder.startsWith("identifiers."));
        side.send(new RemoveIdentifier(new IdentifiersId(ada), "portal", "w1"));
    }

    @Test
    void scans_and_links_at_the_same_moment_find_each_other() {
        List<CompletableFuture<CommandResult>> running = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            running.add(side.start(null, null, scanning("door", "w" + i, "b" + i)));
            running.add(side.start(null, null, linking(i % 2 == 0 ? ada : ben, "w" + i)));
            running.add(side.start(null, null, scanning("gate", "w" + i, null)));
        }
        running.forEach(CompletableFuture::join);
        assertThat(holders()).hasSize(80).containsOnly(ada(), ben());
    }

    private void link(FanId fan, String wristband) {
        side.send(linking(fan, wristband));
    }

    private static AddIdentifier linking(FanId fan, String wristband) {
        return new AddIdentifier(new IdentifiersId(fan), "wristband", wristband);
    }

    private void scan(String network, @Nullable String lookupId, @Nullable String barcode) {
        side.send(scanning(network, lookupId, barcode));
    }

    private RecordScan scanning(String network, @Nullable String lookupId, @Nullable String barcode) {
        String uid = "s" + minted++;
        return new RecordScan(
                new ScanId(side.account(), uid),
                new CodeId(side.account(), "of-" + uid),
                ScanDetailsBuilder.builder()
                        .network(network)
                        .lookupId(lookupId)
                        .barcode(barcode)
                        .build());
    }

    private String register(String network, String lookupId) {
        String uid = "r" + minted++;
        side.send(new RecordRegistration(
                new RegistrationId(side.account(), uid),
                ben,
                ben,
                true,
                RegistrationDetailsBuilder.builder()
                        .network(network)
                        .registrationKey(uid)
                        .lookupId(lookupId)
                        .build(),
                Registrant.EMPTY));
        assertThat(side.events(RegistrationRecorded.class)).isNotEmpty();
        return "registration." + side.account() + "." + uid;
    }

    /** Returns the holders of all scans as they are known now, in the order of the scans. */
    private List<String> holders() {
        Map<String, String> found = new HashMap<>();
        List<String> holders = new ArrayList<>();
        for (RecordedEvent one : side.events()) {
            switch (one.event()) {
                case CodeFound event -> found.put(event.code().toString(), event.holder());
                case ScanRecorded event -> holders.add(event.holder());
                default -> {}
            }
        }
        return holders.stream()
                .map(holder -> found.getOrDefault(holder, holder))
                .toList();
    }

    private String ada() {
        return new IdentifiersId(ada).toString();
    }

    private String ben() {
        return new IdentifiersId(ben).toString();
    }
}
