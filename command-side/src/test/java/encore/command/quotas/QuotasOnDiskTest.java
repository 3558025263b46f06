package encore.command.quotas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import encore.command.CommandSideOnDisk;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountCommand.ChangeAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.quotas.Quota;
import encore.kernel.snapshots.SnapshotCommand.RemoveSnapshot;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.tickets.TicketBuyerBuilder;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.ticketevents.TicketEventId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotas on a real log: exact for commands at the same time, after a start, and when nothing was stored of them. */
class QuotasOnDiskTest {

    private static final long ACCOUNT = CommandSideOnDisk.ACCOUNT;

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;
    private int minted;

    @AfterEach
    void close() {
        side.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void commands_at_the_same_time_fill_a_quota_exactly(boolean onMongo) {
        side = onMongo ? CommandSideOnDisk.onMongo(MongoForTests.uri()) : new CommandSideOnDisk(directory);
        // One exists from the beginning.
        setQuota(Quota.POINT_TYPES, 21);
        List<CompletableFuture<?>> running = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            running.add(side.start(null, null, newPointType()));
        }
        List<Throwable> failures = running.stream()
                .map(one -> one.handle((done, failure) -> failure).join())
                .filter(failure -> failure != null)
                .toList();
        assertThat(failures)
                .hasSize(80)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("quota of point types, which is 21")
                        .extracting(refusal -> ((Refusal) refusal).type())
                        .isEqualTo("quota-reached"));
        assertRefused(newPointType());
        setQuota(Quota.POINT_TYPES, 22);
        side.send(newPointType());
        assertRefused(newPointType());
    }

    @Test
    void another_account_notices_nothing() {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.POINT_TYPES, 1);
        assertRefused(newPointType());
        side.send(new CreatePointType(new PointTypeId(8, "other"), "Other"));
    }

    @Test
    void a_refused_command_records_nothing_and_the_aggregate_stays_as_it_was() {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.FAN_TEXTS, 2);
        FanId fan = register("ann@example.com", "Graz", "Styria");
        int head = side.events().size();
        assertRefused(registering("ann@example.com", "Graz", "Styria", "facebook"));
        assertThat(side.events()).hasSize(head);
        setQuota(Quota.FAN_TEXTS, 3);
        assertThat(side.send(registering("ann@example.com", "Graz", "Styria", "facebook"))
                        .fanId())
                .isEqualTo(fan.number());
        assertThat(side.events()).hasSize(head + 2);
    }

    @Test
    void texts_that_are_known_take_no_room() {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.FAN_TEXTS, 2);
        register("ann@example.com", "Graz", "Styria");
        register("bob@example.com", "Graz", "Styria");
        assertRefused(registering("cyd@example.com", "Wien", "Styria", null));
    }

    @Test
    void tickets_share_their_texts() {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.TICKET_TEXTS, 2);
        side.send(save(sale("k1", "A"), sale("k2", "A"), sale("k3", "B")));
        side.send(save(sale("k4", "B")));
        assertRefused(save(sale("k5", "C")));
        side.send(save(sale("k6", "A")));
    }

    @Test
    void removals_make_room_at_once() {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.SNAPSHOTS, 1);
        FanId fan = register("ann@example.com", null, null);
        SnapshotId first = snapshot(fan);
        assertRefused(takeSnapshot(new SnapshotId(ACCOUNT, "s-2"), fan));
        for (int i = 0; i < 20; i++) {
            side.send(new RemoveSnapshot(first));
            first = snapshot(fan);
        }
    }

    @Test
    void counts_stay_after_a_start() {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.POINT_TYPES, 3);
        setQuota(Quota.FAN_TEXTS, 1);
        side.send(newPointType());
        side.send(newPointType());
        register("ann@example.com", "Graz", null);
        side.reopen();
        assertRefused(newPointType());
        assertRefused(registering("bob@example.com", "Wien", null, null));
        register("cyd@example.com", "Graz", null);
    }

    @Test
    void a_lost_store_is_counted_again_from_the_log() throws Exception {
        side = new CommandSideOnDisk(directory);
        setQuota(Quota.POINT_TYPES, 3);
        setQuota(Quota.FAN_TEXTS, 1);
        side.send(newPointType());
        side.send(newPointType());
        register("ann@example.com", "Graz", null);
        side.close();
        try (var files = Files.list(directory.resolve("automations"))) {
            for (Path file : files.filter(one -> one.getFileName().toString().startsWith("account_usage"))
                    .toList()) {
                Files.delete(file);
            }
        }
        side = new CommandSideOnDisk(directory);
        assertRefused(newPointType());
        assertRefused(registering("bob@example.com", "Wien", null, null));
    }

    /** Sets a quota and waits until it is in force, within moments of the answer. */
    private void setQuota(Quota quota, long most) {
        side.send(new ChangeAccount(new AccountId(ACCOUNT), null, null, Map.of(quota, most)));
        int head = side.events().size();
        while (side.bean(UsageLedger.class).position() < head) {
            Thread.onSpinWait();
        }
    }

    private void assertRefused(Command<?> command) {
        assertThat(catchThrowable(() -> side.send(command)))
                .isInstanceOf(Refusal.class)
                .extracting(refusal -> ((Refusal) refusal).type())
                .isEqualTo("quota-reached");
    }

    private CreatePointType newPointType() {
        int number = minted++;
        return new CreatePointType(new PointTypeId(ACCOUNT, "p-" + number), "Points " + number);
    }

    private FanId register(String email, @Nullable String city, @Nullable String province) {
        return new FanId(
                ACCOUNT, side.send(registering(email, city, province, null)).fanId());
    }

    private FindOrRegisterFan registering(
            String email, @Nullable String city, @Nullable String province, @Nullable String source) {
        return new FindOrRegisterFan(
                new FanId(ACCOUNT, 1_000 + minted++),
                ProfileBuilder.builder()
                        .email(email)
                        .city(city)
                        .province(province)
                        .fanSource(source)
                        .build(),
                Consent.EMPTY,
                null);
    }

    private SnapshotId snapshot(FanId fan) {
        SnapshotId id = new SnapshotId(ACCOUNT, "s" + minted++);
        side.send(takeSnapshot(id, fan));
        return id;
    }

    private TakeSnapshot takeSnapshot(SnapshotId id, FanId fan) {
        return new TakeSnapshot(id, "Snapshot " + id.uid(), new SnapshotMembers(1, 1, List.of(List.of(fan.number()))));
    }

    private static SaveTickets save(TicketSale... sales) {
        return new SaveTickets(sales[0].ticket(), List.of(sales));
    }

    private TicketSale sale(String key, String priceCode) {
        int number = minted++;
        return new TicketSale(
                new TicketId(ACCOUNT, "t-" + number),
                new FanId(ACCOUNT, 5_000 + number),
                new TicketEventId(ACCOUNT, "e-" + number),
                TicketDetailsBuilder.builder()
                        .network("axs")
                        .ticketKey(key)
                        .eventKey("show")
                        .eventName("Show")
                        .priceCode(priceCode)
                        .build(),
                TicketBuyerBuilder.builder().email("ann@example.com").build(),
                ProfileBuilder.builder().email("ann@example.com").build(),
                Consent.EMPTY);
    }
}
