package encore.query.shows.vods;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import encore.query.FakeQueryGateway;
import encore.query.documents.WireJson;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class VodItemsTest {

    @Test
    void a_vod_has_the_fields_of_the_contract_in_frames() {
        var item = VodItemBuilder.builder()
                .optionId(5)
                .optionName("Intro")
                .page("waiting")
                .hlsUrl("https://cdn.example/a")
                .isApproved(true)
                .clicks(3L)
                .build();
        var gateway = new FakeQueryGateway()
                .on(
                        FindApprovedVods.class,
                        query -> query.page() == null
                                ? List.of(Vod.of(100, item, 9, Instant.ofEpochSecond(1_772_366_400)))
                                : List.of());
        JsonMapper json = JsonMapper.shared();
        assertThat(new VodItems(gateway).vods(7, 100))
                .extracting(vod -> json.readTree(WireJson.of(vod).toString()))
                .containsExactly(json.readTree("""
                {"activity_id": 9, "clicks": 3, "creation_timestamp": 1772366400, "description": null, "fan_id": null,
                  "field_idx": null, "impressions": 0, "is_approved": true, "is_correct": null, "media_uid": null,
                  "negative_vote_count": 0, "option_id": 5, "option_name": "Intro", "option_type": null,
                  "page_tab_id": 100}"""));
    }
}
