package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.kernel.addresses.AddressCommand.ForgetAddress;
import encore.kernel.addresses.AddressCommand.MonitorAddress;
import encore.kernel.addresses.AddressesId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamCommand.CreateFanStream;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.FanStreamSettings;
import encore.kernel.fanstreams.authors.DeletedAuthorId;
import encore.kernel.fanstreams.records.ImportedRecord;
import encore.kernel.fanstreams.records.RecordAuthorBuilder;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordContentBuilder;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.ImportRecords;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.filters.FilterCommand.AddFilter;
import encore.kernel.filters.FilterCommand.FilterSearch;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.portals.PortalCommand.CreatePortal;
import encore.kernel.portals.PortalCommand.DeletePortal;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalPassword;
import encore.kernel.props.PropCommand.RemoveProp;
import encore.kernel.props.PropCommand.SetProp;
import encore.kernel.props.PropId;
import encore.kernel.purchases.ErasedBuyers;
import encore.kernel.purchases.PurchaseCommand.EraseBuyerOfPurchase;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseEvent.PurchaseState;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.PurchaserBuilder;
import encore.kernel.purchases.RecordedPurchase;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.ActiveDays;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.search.TicketCriteria;
import encore.kernel.subscriptions.PushDevice;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscription;
import encore.kernel.subscriptions.SubscriptionCommand.Subscribe;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.trackers.TrackerCommand.CreateTracker;
import encore.kernel.trackers.TrackerCommand.ProposedKey;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.ClickId;
import encore.kernel.trackers.clicks.ClickVisitorBuilder;
import encore.kernel.trackers.clicks.DeviceType;
import encore.kernel.trackers.clicks.TrackerClickCommand.EndVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordClick;
import encore.kernel.trackers.clicks.VisitorMonthId;
import encore.kernel.webhooks.WebhookCommand.DeleteWebhook;
import encore.kernel.webhooks.WebhookCommand.MakeWebhook;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A log that comes from a backup, for each reason for which a key or a claim ended since: an erased subject stays erased,
 * nothing else is lost, and both verifiers find the log whole.
 */
class RestoredLogTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final FilterId FILTER = new FilterId(7, "f");
    private static final FanStreamId WALL = new FanStreamId(7, "wall");
    private static final VisitorMonthId MARCH = new VisitorMonthId(7, "2026-03");
    private static final AddressesId ADDRESSES = new AddressesId(7);
    private static final PurchaseDetails DISC = PurchaseDetailsBuilder.builder()
            .network("shop")
            .purchaseKey("k1")
            .orderKey("o1")
            .merchantKey("m1")
            .build();
    private static final Purchaser STRANGER =
            PurchaserBuilder.builder().customerKey("c-1").city("Lyon").build();

    /** Each store, and what lies in its backup beside log and keys. */
    private enum Store {
        SQLITE,
        MONGO,
        MONGO_WITH_CLAIMS
    }

    @TempDir
    private Path directory;

    private @Nullable RestoredStore store;
    private @Nullable CommandSideOnDisk side;
    private int uids;

    @AfterEach
    void close() {
        stop();
    }

    @ParameterizedTest
    @EnumSource
    void a_buyer_who_was_found_is_not_forgotten(Store kind) {
        given(kind);
        stranger();
        backUp();
        identified();
        assertThat(fanOf(report(STRANGER))).isEqualTo(42);
        restore();

        assertThat(recordedPurchaser()).isEqualTo(store().keepsKeys() ? STRANGER : Purchaser.EMPTY);
        assertThat(side().keys.find("buyer.7.p1") != null).isEqualTo(store().keepsKeys());
        assertThat(fanOf(report(STRANGER))).isNull();
        assertThat(lastPurchaser()).isEqualTo(STRANGER);
        identified();
        assertThat(fanOf(report(STRANGER))).isEqualTo(42);
        assertThat(lastPurchaser()).isEqualTo(STRANGER);
        isWholeWithOnePurchase();
    }

    @ParameterizedTest
    @EnumSource
    void a_buyer_who_was_found_ends_with_the_fan(Store kind) {
        given(kind);
        stranger();
        backUp();
        identified();
        report(STRANGER);
        side().send(new EraseFan(ADA));
        restore();

        assertThat(side().keys.find("buyer.7.p1")).isNull();
        assertThat(recordedPurchaser()).isEqualTo(Purchaser.EMPTY);
        long head = side().log.head();
        assertThat(fanOf(report(STRANGER))).isNull();
        assertThat(side().log.head()).as("nothing is told of an erased fan").isEqualTo(head);
        isWholeWithOnePurchase();
    }

    /** Keys that an earlier build destroyed say nothing of the reason. */
    @ParameterizedTest
    @EnumSource
    void a_buyer_of_an_earlier_build_ends_and_can_be_reported_again(Store kind) {
        given(kind);
        stranger();
        backUp();
        identified();
        report(STRANGER);
        stop();
        store().forgetReasons();
        restore();

        assertThat(side().keys.find("buyer.7.p1")).isNull();
        assertThat(recordedPurchaser()).isEqualTo(Purchaser.EMPTY);
        assertThat(fanOf(report(STRANGER))).isNull();
        assertThat(lastPurchaser()).isEqualTo(STRANGER);
        isWholeWithOnePurchase();
    }

    @ParameterizedTest
    @EnumSource
    void an_erased_buyer_stays_erased(Store kind) {
        given(kind);
        stranger();
        backUp();
        assertThat(side().send(new EraseBuyerOfPurchase(new PurchaseId(7, "unused"), "shop", "k1")))
                .isEqualTo(new ErasedBuyers(List.of("k1")));
        assertThat(recordedPurchaser()).isEqualTo(Purchaser.EMPTY);
        restore();

        assertThat(side().keys.find("buyer.7.p1")).isNull();
        identified();
        long head = side().log.head();
        assertThat(fanOf(report(STRANGER))).isNull();
        assertThat(side().log.head()).isEqualTo(head);
        isWholeWithOnePurchase();
    }

    @ParameterizedTest
    @EnumSource
    void erased_fans_filters_and_addresses_stay_erased_and_free_their_claims(Store kind) {
        given(kind);
        identified();
        // Its claim on a name must not be taken for one of the fan with the same number.
        side().send(new CreateCampaign(
                new CampaignId(7, 42),
                AppType.TRIVIA,
                null,
                CampaignDetailsBuilder.builder().name("Quiz").build()));
        addFilter(FILTER);
        addUtilities("a");
        side().send(new MonitorAddress(ADDRESSES, "a", "192.0.2.1", null, true));
        backUp();
        side().send(new EraseFan(ADA));
        side().send(new RemoveFilter(FILTER));
        side().send(new RemoveProp(new PropId(7, "a")));
        side().send(new EndSubscription(new SubscriptionId(7, "a")));
        side().send(new DeletePortal(new PortalId(7, "a")));
        side().send(new DeleteWebhook(new WebhookId(7, "a")));
        side().send(new ForgetAddress(ADDRESSES, "192.0.2.1", null, true));
        restore();

        for (String subject : List.of(
                ADA.toString(),
                FILTER.toString(),
                "address.7.a",
                "prop.7.a",
                "subscription.7.a",
                "portal.7.a",
                "webhook.7.a")) {
            assertThat(side().keys.find(subject)).as(subject).isNull();
        }
        isWhole();
        FanId bea = side().registerFan(43, "ada@example.com");
        assertThat(bea.number()).isEqualTo(43);
        side().send(new AddIdentifier(new IdentifiersId(bea), "shop", "c-1"));
        addFilter(new FilterId(7, "g"));
        addUtilities("b");
        side().send(new MonitorAddress(ADDRESSES, "b", "192.0.2.1", null, true));
        isWhole();
    }

    @ParameterizedTest
    @EnumSource
    void records_authors_and_months_of_visitors_stay_ended(Store kind) {
        assumeThat(kind)
                .as("the key of a deleted record is left in the claims alone, so they have to be in the backup")
                .isNotEqualTo(Store.MONGO);
        given(kind);
        side().send(new CreateFanStream(WALL, FanStreamSettings.NONE, null));
        importRecord("r1", "k1");
        importRecord("r2", "k2");
        TrackerId tracker = new TrackerId(7, 900);
        side().send(new CreateTracker(
                tracker,
                new ProposedKey("Key1", true),
                null,
                TrackerDetailsBuilder.builder()
                        .trackerName("Poster")
                        .trackerGroupName("Spring")
                        .targetUrl("https://shop.example/a")
                        .build()));
        click(tracker, "c1");
        backUp();
        side().send(new DeleteRecord(new StreamRecordId(7, "r1")));
        side().send(new DeleteAuthor(WALL, new DeletedAuthorId(7, "d"), "photos", "ben-1", List.of()));
        side().send(new EndVisitorMonth(MARCH));
        restore();

        for (String subject : List.of("stream_record.7.r1", "deleted_author.7.d", MARCH.toString())) {
            assertThat(side().keys.find(subject)).as(subject).isNull();
        }
        assertThat(side().keys.find("stream_record.7.r2")).isNotNull();
        assertThat(recordedCaptions()).doesNotContain("caption of k1");
        isWhole();
        long head = side().log.head();
        importRecord("r3", "k1");
        assertThat(side().log.head())
                .as("a deleted record stays deleted when the import runs again")
                .isEqualTo(head);
        isWhole();
    }

    private void importRecord(String uid, String key) {
        RecordContent content = RecordContentBuilder.builder(RecordContent.NONE)
                .caption("caption of " + key)
                .author(RecordAuthorBuilder.builder().authorId("ann-1").build())
                .build();
        side().send(new ImportRecords(
                WALL,
                List.of(new ImportedRecord(
                        new StreamRecordId(7, uid), "photos", key, content, RecordCounts.NONE, List.of()))));
    }

    private void click(TrackerId tracker, String uid) {
        side().send(new RecordClick(
                new ClickId(7, uid),
                tracker,
                null,
                MARCH,
                DeviceType.PHONE,
                "AT",
                ClickVisitorBuilder.builder().ipAddress("192.0.2.9").build()));
    }

    private List<@Nullable String> recordedCaptions() {
        return side().events().stream()
                .map(RecordedEvent::event)
                .filter(StreamRecordAdded.class::isInstance)
                .map(event -> ((StreamRecordAdded) event).content().caption())
                .toList();
    }

    /** A prop, a subscription with one device, and a portal. Each time they have the same name, user and device. */
    private void addUtilities(String uid) {
        side().send(new SetProp(new PropId(7, uid), "colours", "{}"));
        side().send(new Subscribe(new SubscriptionId(7, uid), "user", new PushDevice("ios", "token")));
        side().send(new MakeWebhook(
                new WebhookId(7, uid),
                new WebhookSettings("https://hooks.example/" + uid, List.of("*"), "ours", 100, true, null),
                0L));
        side().send(new CreatePortal(
                new PortalId(7, uid), new PortalDetails("Partners", "Tour"), new PortalPassword("hash")));
    }

    @Test
    void a_key_that_one_backup_does_not_have_stays_destroyed_in_another() {
        given(Store.SQLITE);
        backUp();
        RestoredStore.InDirectory first = (RestoredStore.InDirectory) store();
        FanId bea = side().registerFan(43, "bea@example.com");
        RestoredStore.InDirectory second = first.withBackup(directory.resolve("second"));
        second.backUp();
        side().send(new EraseFan(bea));
        restore();
        stop();
        store = second;
        restore();
        assertThat(side().keys.find(bea.toString())).isNull();
        assertThat(side().registerFan(44, "bea@example.com").number()).isEqualTo(44);
        isWhole();
    }

    @ParameterizedTest
    @EnumSource
    void keys_that_are_older_than_the_log_end_again(Store kind) {
        assumeThat(kind).as("the log stays, and its claims with it").isNotEqualTo(Store.MONGO_WITH_CLAIMS);
        given(kind);
        stranger();
        report("k2", STRANGER);
        addFilter(FILTER);
        side().send(new MonitorAddress(ADDRESSES, "a", "192.0.2.1", null, true));
        FanId bea = side().registerFan(43, "bea@example.com");
        backUp();
        identified();
        report(STRANGER);
        side().send(new EraseBuyerOfPurchase(new PurchaseId(7, "unused"), "shop", "k2"));
        side().send(new EraseFan(bea));
        side().send(new RemoveFilter(FILTER));
        side().send(new ForgetAddress(ADDRESSES, "192.0.2.1", null, true));
        stop();
        store().restoreKeys();
        side = store().open();

        for (String subject : List.of("buyer.7.p1", "buyer.7.p2", bea.toString(), FILTER.toString(), "address.7.a")) {
            assertThat(side().keys.find(subject)).as(subject).isNull();
        }
        assertThat(side().keys.endedKeys("buyer.7.p1", 1).getFirst().erased()).isTrue();
        assertThat(side().keys.endedKeys("", 10))
                .anySatisfy(end -> assertThat(end.successor()).isEqualTo(ADA.toString()));
        assertThat(lastPurchaser()).isEqualTo(STRANGER);
        isWhole();
    }

    /** MongoDB starts without a key that is missing. It may come back with newer keys, so no other takes its name. */
    @Test
    void a_buyer_whose_key_is_missing_can_be_reported_again() {
        given(Store.MONGO);
        backUp();
        stranger();
        stop();
        store().restoreKeys();
        side = store().open();
        assertThat(recordedPurchaser()).isEqualTo(Purchaser.EMPTY);
        assertThat(fanOf(report(STRANGER))).isNull();
        assertThat(recordedPurchaser()).isEqualTo(Purchaser.EMPTY);
        assertThat(lastPurchaser()).isEqualTo(STRANGER);
        isWholeWithOnePurchase();
    }

    private void given(Store kind) {
        store = kind == Store.SQLITE
                ? new RestoredStore.InDirectory(directory)
                : new RestoredStore.InMongo(kind == Store.MONGO_WITH_CLAIMS);
        side = store.open();
        side.registerFan(42, "ada@example.com");
    }

    private void backUp() {
        store().backUp();
    }

    /** Restores the log, starts on it, and starts again: the second start has nothing to do. */
    private void restore() {
        stop();
        store().restoreLog();
        side = store().open();
        long head = side.log.head();
        side.reopen();
        assertThat(side.log.head()).isEqualTo(head);
    }

    private void stop() {
        if (side != null) {
            side.close();
            side = null;
        }
    }

    private void stranger() {
        assertThat(fanOf(report(STRANGER))).isNull();
        assertThat(recordedPurchaser()).isEqualTo(STRANGER);
    }

    private void identified() {
        side().send(new AddIdentifier(new IdentifiersId(ADA), "shop", "c-1"));
    }

    private RecordedPurchase report(Purchaser purchaser) {
        return report("k1", purchaser);
    }

    private RecordedPurchase report(String key, Purchaser purchaser) {
        PurchaseId fresh = new PurchaseId(7, "p" + ++uids);
        PurchaseDetails details =
                PurchaseDetailsBuilder.builder(DISC).purchaseKey(key).build();
        return side().send(new RecordPurchase(fresh, new FanId(7, 900 + uids), details, purchaser));
    }

    private static @Nullable Long fanOf(RecordedPurchase recorded) {
        return recorded.fanId();
    }

    private void addFilter(FilterId filter) {
        var criteria = FanCriteriaBuilder.builder()
                .only(List.of())
                .notOnly(List.of())
                .provinces(List.of("CA"))
                .postalCodes(List.of())
                .metroAreas(List.of())
                .networks(List.of())
                .active(ActiveDays.ANY)
                .tags(LabelCriteria.ANY)
                .idols(LabelCriteria.ANY)
                .tickets(TicketCriteria.ANY)
                .snapshots(FanCriteria.Snapshots.ANY)
                .build();
        side().send(new AddFilter(
                filter,
                new FilterNames("Regulars", null),
                new FilterSearch(JsonNodeFactory.instance.objectNode(), criteria)));
    }

    private Purchaser recordedPurchaser() {
        return purchaseEvents().getFirst().purchaser();
    }

    private Purchaser lastPurchaser() {
        return purchaseEvents().stream()
                .filter(event -> "k1".equals(event.details().purchaseKey()))
                .toList()
                .getLast()
                .purchaser();
    }

    private List<PurchaseState> purchaseEvents() {
        return side().events().stream()
                .map(RecordedEvent::event)
                .filter(PurchaseState.class::isInstance)
                .map(PurchaseState.class::cast)
                .toList();
    }

    private void isWholeWithOnePurchase() {
        assertThat(purchaseEvents())
                .filteredOn(PurchaseRecorded.class::isInstance)
                .hasSize(1);
        isWhole();
    }

    /** Stops, verifies with and without keys and with the verifier in Python, and starts again. */
    private void isWhole() {
        stop();
        String whole = "";
        for (boolean withKeys : new boolean[] {false, true}) {
            Verified verified = store().verified(withKeys);
            assertThat(verified.claims().missing()).isEmpty();
            assertThat(verified.claims().unfounded()).isEmpty();
            whole = verified.report().toString();
            assertThat(whole).startsWith("whole to ");
        }
        if (store() instanceof RestoredStore.InDirectory files) {
            String python = files.python();
            assertThat(python == null ? whole : python).isEqualTo(whole);
        }
        side = store().open();
    }

    private RestoredStore store() {
        return Objects.requireNonNull(store);
    }

    private CommandSideOnDisk side() {
        return Objects.requireNonNull(side);
    }
}
