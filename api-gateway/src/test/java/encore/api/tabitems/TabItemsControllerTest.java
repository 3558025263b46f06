package encore.api.tabitems;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.tabitems.SavedTabItem;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemCommand.AddTabItem;
import encore.kernel.tabitems.TabItemCommand.ChangeTabItem;
import encore.kernel.tabitems.TabItemCommand.RemoveTabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemDetailsBuilder;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class TabItemsControllerTest {

    private static final String ONE = "/api/v1/manage/apps/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final TabItemId ITEM = new TabItemId(SPRING, 5);
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(TabItemsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void everything_is_done() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(AddTabItem.class, command -> new SavedTabItem(5))
                .on(ChangeTabItem.class, command -> new SavedTabItem(5))
                .on(RemoveTabItem.class, command -> new SavedTabItem(5))
                .on(FindTabItem.class, query -> TabItem.of(ITEM, item("Final", 1), Instant.EPOCH));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {FORM + " | title=Final&position=1", JSON + " | {\"title\": \"Final\", \"position\": 1}"})
    void a_tab_item_is_added_and_answered(String type, String body) {
        post("/tab_items", type, body)
                .isOk()
                .expectBody()
                .jsonPath("$.tab_item_id")
                .isEqualTo(5);
        AddTabItem sent = (AddTabItem) backend.sent.getFirst();
        assertThat(sent.tabItem().campaign()).isEqualTo(SPRING);
        assertThat(sent.details()).isEqualTo(item("Final", 1));
    }

    @Test
    void a_tab_item_is_changed_and_removed() {
        post("/tab_items/5", FORM, "position=2&subtitle=").isOk();
        delete("/tab_items/5");
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangeTabItem(ITEM, new Patch<>(item(null, 2), Set.of("subtitle"))),
                        new RemoveTabItem(ITEM)));
        naming(post("/tab_items/5", FORM, "inventory_count=-1"), "inventory_count");
        naming(post("/tab_items", JSON, "{\"title\": \"x\", \"media_map\": []}"), "media_map");
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(ONE + path, type, body);
    }

    private void delete(String path) {
        client.delete()
                .uri(ONE + path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }

    private static TabItemDetails item(@Nullable String title, @Nullable Integer position) {
        return TabItemDetailsBuilder.builder().title(title).position(position).build();
    }
}
