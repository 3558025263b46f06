package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.RepeatPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.PurchaserBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot of a fan is personal: only the key of the fan reads it, and it goes with the key. */
class PersonalSnapshotsTest {

    @TempDir
    private Path directory;

    @Test
    void a_fan_with_a_long_history_is_loaded_from_its_snapshot() throws Exception {
        try (var side = new CommandSideOnDisk(directory)) {
            loadedFromItsSnapshot(side);
            assertThat(filesWith("qzcity")).isEmpty();
        }
    }

    @Test
    void so_it_is_on_mongo() throws Exception {
        try (var side = CommandSideOnDisk.onMongo(MongoForTests.uri())) {
            loadedFromItsSnapshot(side);
        }
    }

    private static void loadedFromItsSnapshot(CommandSideOnDisk side) throws InterruptedException {
        FanId fan = withALongHistory(side);
        StoredSnapshot snapshot = side.log.snapshot(fan.toString());
        assertThat(snapshot.subject()).isEqualTo(fan.toString());
        assertThat(text(snapshot.state())).doesNotContain("qzcity", "ada@", "profile");
        side.reopen();
        long head = side.log.head();
        side.send(living(fan, "qzcity449"));
        assertThat(side.log.head()).as("what is so already is no event").isEqualTo(head);
        assertThat(side.log.streamEventsRead.get()).isLessThan(100);
        side.send(living(fan, "qzelsewhere"));
        assertThat(side.log.head()).isEqualTo(head + 1);

        side.send(new EraseFan(fan));
        waitFor(() -> side.log.snapshot(fan.toString()) == null);
        assertThat(side.bean(AggregateCache.class).containsKey(fan.toString())).isFalse();

        // Of another timeline, or written late: it opens for nobody.
        side.log.putSnapshot(snapshot);
        side.reopen();
        long ended = side.log.head();
        assertThat(refused(side, living(fan, "qzcity1"))).isTrue();
        assertThat(side.log.head()).isEqualTo(ended);
    }

    @Test
    void a_snapshot_that_is_not_the_stream_s_own_is_not_read() throws Exception {
        try (var side = new CommandSideOnDisk(directory)) {
            FanId fan = withALongHistory(side);
            StoredSnapshot own = side.log.snapshot(fan.toString());
            side.log.deleteSnapshot(fan.toString());
            side.log.putSnapshot(new StoredSnapshot(
                    own.stream(), own.sequence() - 1, own.type(), own.revision(), own.state(), own.subject()));
            side.reopen();
            side.send(living(fan, "qzcity449"));
            assertThat(side.log.streamEventsRead.get()).as("all of it").isGreaterThan(400);
        }
    }

    /** Its stream does not bear the fan's number. */
    @Test
    void a_purchase_in_memory_is_forgotten_with_its_fan_and_another_s_stays() {
        try (var side = new CommandSideOnDisk(directory)) {
            FanId ann = side.registerFan(42, "ann@example.com");
            FanId bea = side.registerFan(43, "bea@example.com");
            PurchaseId anns = bought(side, ann, "a");
            PurchaseId beas = bought(side, bea, "b");
            var cache = side.bean(AggregateCache.class);
            assertThat(cache.containsKey(anns.toString())).isTrue();
            assertThat(cache.containsKey(beas.toString())).isTrue();
            side.send(new EraseFan(ann));
            assertThat(cache.containsKey(anns.toString())).isFalse();
            assertThat(cache.containsKey(beas.toString())).isTrue();
        }
    }

    private static PurchaseId bought(CommandSideOnDisk side, FanId fan, String uid) {
        PurchaseId purchase = new PurchaseId(CommandSideOnDisk.ACCOUNT, uid);
        Purchaser purchaser = PurchaserBuilder.builder().city("Lyon").build();
        side.send(new AddPurchase(purchase, fan, details(uid, "12.50"), purchaser));
        side.send(new RepeatPurchase(purchase, fan, details(uid, "13"), purchaser, "renewed"));
        return purchase;
    }

    private static FanId withALongHistory(CommandSideOnDisk side) throws InterruptedException {
        FanId fan = side.registerFan(42, "ada@example.com");
        for (int i = 0; i < 450; i++) {
            side.send(living(fan, "qzcity" + i));
        }
        waitFor(() -> {
            StoredSnapshot snapshot = side.log.snapshot(fan.toString());
            return snapshot != null && snapshot.sequence() >= 399;
        });
        return fan;
    }

    private static ChangeFan living(FanId fan, String city) {
        Profile profile = ProfileBuilder.builder().city(city).build();
        return new ChangeFan(fan, Patch.of(profile), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), null);
    }

    private static boolean refused(CommandSideOnDisk side, ChangeFan change) {
        try {
            side.send(change);
            return false;
        } catch (Refusal refusal) {
            return true;
        }
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> contains(file, text))
                    .toList();
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return text(Files.readAllBytes(file)).contains(text);
        } catch (IOException gone) {
            return false;
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static void waitFor(BooleanSupplier happens) throws InterruptedException {
        for (int i = 0; i < 3_000 && !happens.getAsBoolean(); i++) {
            Thread.sleep(Duration.ofMillis(10));
        }
        assertThat(happens.getAsBoolean()).isTrue();
    }

    private static PurchaseDetails details(String key, String gross) {
        return PurchaseDetailsBuilder.builder()
                .network("shop")
                .purchaseKey(key)
                .grossSaleAmount(new BigDecimal(gross))
                .build();
    }
}
