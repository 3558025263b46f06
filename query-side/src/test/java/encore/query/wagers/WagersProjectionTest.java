package encore.query.wagers;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerEvent.WagerChanged;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerOffered;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerQuery.FindWager;
import encore.kernel.wagers.WagerQuery.FindWagersBelow;
import encore.kernel.wagers.WagerQuery.ListWagers;
import encore.kernel.wagers.WagerResult;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WagersProjectionTest {

    private static final TabItemId FINAL = new TabItemId(SPRING, 5);

    private static FakeQueryGateway theFinalIsThere() {
        return new FakeQueryGateway().on(FindTabItem.class, query -> {
            if (query.tabItemId() != 5) {
                throw Refusal.unknown("There is no such thing.");
            }
            return TabItem.of(FINAL, TabItemDetails.NONE, Instant.EPOCH);
        });
    }

    @Test
    void wagers_are_listed_as_they_were_offered_with_how_they_ended() {
        try (var wagers = new ProjectionUnderTest<>(() -> new WagersProjection(theFinalIsThere()))) {
            wagers.given(
                    offered(FINAL, "home", "2.5"),
                    offered(new TabItemId(SPRING, 6), "other", "2"),
                    offered(FINAL, "draw", "3"),
                    offered(FINAL, "away", "4"),
                    WagerChanged.of(new WagerId(FINAL, "away"), Patch.of(details(null, "live", "4.5"))),
                    new WagerDecided(new WagerId(FINAL, "away"), WagerResult.WINNER),
                    new WagerWithdrawn(new WagerId(FINAL, "draw")));
            assertThat(wagers.<Page<Wager>>read(documents -> wagers.projection()
                                    .find(new ListWagers(7, 100, 5, new NextKey(null, 10)), documents))
                            .rows())
                    .containsExactly(
                            wager("home", "classic", "2.5", null), wager("away", "live", "4.5", WagerResult.WINNER));
            assertThat(wagers.<Wager>read(
                            documents -> wagers.projection().find(new FindWager(7, 100, 5, "home"), documents)))
                    .isEqualTo(wager("home", "classic", "2.5", null));
            assertThat(wagers.<List<Wager>>read(documents ->
                            wagers.projection().find(new FindWagersBelow(7, 100, List.of(6L, 9L, 5L)), documents)))
                    .extracting(Wager::wagerUid)
                    .containsExactly("other", "home", "away");
            assertThatThrownBy(() -> wagers.<Wager>read(
                            documents -> wagers.projection().find(new FindWager(7, 100, 5, "draw"), documents)))
                    .isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> wagers.<Wager>read(
                            documents -> wagers.projection().find(new FindWager(7, 100, 6, "other"), documents)))
                    .isInstanceOf(Refusal.class);
            try (var again = wagers.replayed()) {
                assertThat(again.checksums()).isEqualTo(wagers.checksums());
            }
        }
    }

    private static WagerOffered offered(TabItemId item, String uid, String odds) {
        return new WagerOffered(new WagerId(item, uid), details(uid, null, odds));
    }

    private static WagerDetails details(@Nullable String title, @Nullable String type, String odds) {
        return new WagerDetails(title, type, new BigDecimal(odds));
    }

    private static Wager wager(String uid, String type, String odds, @Nullable WagerResult result) {
        return new Wager(uid, 5, uid, type, new BigDecimal(odds), result);
    }
}
