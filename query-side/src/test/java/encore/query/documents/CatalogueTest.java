package encore.query.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkEvent;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkChanged;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.networks.NetworksId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomEvent;
import encore.kernel.rooms.RoomEvent.RoomAdded;
import encore.kernel.rooms.RoomEvent.RoomChanged;
import encore.kernel.rooms.RoomEvent.RoomRemoved;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemDetailsBuilder;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemChanged;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.axonframework.eventhandling.EventHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Things with a stream each, and items that share one, in one projection. */
class CatalogueTest {

    private static final Instant START = ProjectionUnderTest.START;
    private static final NetworksId OURS = new NetworksId(7);
    private static final NetworksId THEIRS = new NetworksId(70);
    private static final TabItemId FIRST = new TabItemId(new CampaignId(7, 100), 2);
    private static final TabItemId SECOND = new TabItemId(new CampaignId(7, 100), 1);
    private static final TabItemId ELSEWHERE = new TabItemId(new CampaignId(8, 100), 1);

    private final ProjectionUnderTest<BothProjection> both = new ProjectionUnderTest<>(BothProjection::new);

    @AfterEach
    void close() {
        try (var again = both.replayed()) {
            assertThat(again.checksums()).isEqualTo(both.checksums());
        }
        both.close();
    }

    @Test
    void items_of_a_list_are_found_in_the_order_they_were_added_and_apart_from_other_lists() {
        both.given(
                added(OURS, "shop", "ours"),
                added(THEIRS, "shop", "theirs"),
                added(OURS, "arena", "ours"),
                added(new NetworksId(700), "stall", null));
        assertThat(list(OURS)).extracting(Network::network).containsExactly("shop", "arena");
        assertThat(list(THEIRS)).extracting(Network::description).containsExactly("theirs");
        assertThat(list(new NetworksId(8))).isEmpty();
        assertThat(item(OURS, "shop").thing().description()).isEqualTo("ours");
        unknown(() -> item(OURS, "stall"));
        unknown(() -> item(new NetworksId(8), "shop"));
    }

    @Test
    void a_changed_item_keeps_its_place_and_one_that_is_added_again_is_the_last() {
        both.given(added(OURS, "shop", "old"), added(OURS, "arena", null), added(THEIRS, "shop", "theirs"));
        both.given(new NetworkChanged(OURS, network("shop", "new")));
        assertThat(list(OURS)).extracting(Network::description).containsExactly("new", null);
        assertThat(item(OURS, "shop"))
                .extracting(
                        CatalogueEntry::list,
                        CatalogueEntry::account,
                        CatalogueEntry::position,
                        CatalogueEntry::createdAt,
                        CatalogueEntry::changedAt)
                .containsExactly(null, 7L, 1L, START, START.plusSeconds(3));
        both.given(new NetworkRemoved(OURS, "shop"), new NetworkRemoved(OURS, "none"));
        assertThat(list(OURS)).extracting(Network::network).containsExactly("arena");
        assertThat(list(THEIRS)).hasSize(1);
        both.given(added(OURS, "shop", "again"));
        assertThat(list(OURS)).extracting(Network::network).containsExactly("arena", "shop");
        assertThat(item(OURS, "shop").createdAt()).isEqualTo(START.plusSeconds(6));
    }

    @Test
    void lists_of_one_account_are_apart() {
        var here = new RoomsId(new CampaignId(7, 100));
        var there = new RoomsId(new CampaignId(7, 10));
        both.given(
                new RoomAdded(here, room("stage", null)),
                new RoomAdded(there, room("stage", "There")),
                new RoomAdded(here, room("bar", null)),
                new RoomChanged(here, room("stage", "Here")));
        assertThat(rooms(here)).containsExactly(room("stage", "Here"), room("bar", null));
        assertThat(rooms(there)).containsExactly(room("stage", "There"));
        assertThat(rooms(new RoomsId(new CampaignId(8, 100)))).isEmpty();
        both.given(new RoomRemoved(here, "stage"));
        assertThat(rooms(here)).containsExactly(room("bar", null));
        assertThat(rooms(there)).hasSize(1);
        unknown(() -> both.read(documents -> BothProjection.ROOMS.one(here, "stage", documents)));
    }

    @Test
    void a_change_of_what_is_not_there_adds_nothing() {
        both.given(new NetworkChanged(OURS, network("shop", null)), TabItemChanged.of(FIRST, Patch.of(titled("x"))));
        assertThat(list(OURS)).isEmpty();
        assertThat(things(7)).isEmpty();
    }

    @Test
    void things_with_a_stream_each_are_found_in_the_order_they_were_added() {
        both.given(
                new TabItemAdded(FIRST, titled("first")),
                new TabItemAdded(ELSEWHERE, titled("elsewhere")),
                new TabItemAdded(SECOND, titled("second")),
                TabItemChanged.of(FIRST, Patch.of(titled("first anew"))));
        assertThat(things(7))
                .extracting(
                        catalogueEntry -> catalogueEntry.thing().title(),
                        CatalogueEntry::list,
                        CatalogueEntry::position,
                        CatalogueEntry::changedAt)
                .containsExactly(
                        tuple("first anew", null, 1L, START.plusSeconds(3)),
                        tuple("second", null, 3L, START.plusSeconds(2)));
        var page = both.read(documents -> BothProjection.THINGS.page(7, new NextKey(null, 1), documents));
        assertThat(both.read(documents -> BothProjection.THINGS.page(7, new NextKey(page.last(), 1), documents))
                        .rows())
                .extracting(catalogueEntry -> catalogueEntry.thing().title())
                .containsExactly("second");
        both.given(new TabItemRemoved(FIRST));
        assertThat(things(7)).hasSize(1);
        unknown(() -> both.read(documents -> BothProjection.THINGS.one(FIRST, documents)));
        List<CatalogueEntry<TabItemDetails>> some =
                both.read(documents -> BothProjection.THINGS.some(List.of(SECOND, FIRST, ELSEWHERE), documents));
        assertThat(some)
                .extracting(catalogueEntry -> catalogueEntry.thing().title())
                .containsExactly("second", "elsewhere");
    }

    private List<Network> list(NetworksId list) {
        return both.read(documents -> BothProjection.ITEMS
                .all(list, documents)
                .map(CatalogueEntry::thing)
                .toList());
    }

    private CatalogueEntry<Network> item(NetworksId list, String key) {
        return both.read(documents -> BothProjection.ITEMS.one(list, key, documents));
    }

    private List<CatalogueEntry<TabItemDetails>> things(long account) {
        return both.read(
                documents -> BothProjection.THINGS.all(account, documents).toList());
    }

    private static void unknown(Supplier<?> question) {
        assertThatThrownBy(question::get)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private List<Room> rooms(RoomsId list) {
        return both.read(documents -> BothProjection.ROOMS
                .all(list, documents)
                .map(CatalogueEntry::thing)
                .toList());
    }

    private static Room room(String key, @Nullable String title) {
        return new Room(key, RoomType.PUBLIC_ROOMS, title);
    }

    private static NetworkAdded added(NetworksId list, String name, @Nullable String description) {
        return new NetworkAdded(list, network(name, description));
    }

    private static Network network(String name, @Nullable String description) {
        return new Network(name, description, List.of());
    }

    private static TabItemDetails titled(String title) {
        return TabItemDetailsBuilder.builder().title(title).build();
    }

    static class BothProjection implements Projection {

        static final Catalogue<Network> ITEMS = Catalogue.ofLists("items", Network.class);
        static final Catalogue<Room> ROOMS = Catalogue.ofLists("rooms", Room.class);
        static final Catalogue<TabItemDetails> THINGS = Catalogue.of("things", TabItemDetails.class);

        @Override
        public Views.Shape shape() {
            return new Views.Shape("both", List.of(ITEMS.collection(), ROOMS.collection(), THINGS.collection()));
        }

        @EventHandler
        void on(NetworkEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
            ITEMS.fold(event, recordedEvent, documents);
        }

        @EventHandler
        void on(RoomEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
            ROOMS.fold(event, recordedEvent, documents);
        }

        @EventHandler
        void on(TabItemAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
            THINGS.add(event.tabItem(), event.details(), recordedEvent, documents);
        }

        @EventHandler
        void on(TabItemChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
            THINGS.change(event.tabItem(), before -> event.patch().applyTo(before), recordedEvent, documents);
        }

        @EventHandler
        void on(TabItemRemoved event, Documents.Batch documents) {
            THINGS.remove(event.tabItem(), documents);
        }
    }
}
