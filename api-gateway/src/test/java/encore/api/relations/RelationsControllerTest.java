package encore.api.relations;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.relations.IdolRelation;
import encore.kernel.relations.RelatedPair;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.RelateTags;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.relations.RelationQuery.FindIdolRelation;
import encore.kernel.relations.RelationQuery.FindIdolRelations;
import encore.kernel.relations.RelationQuery.FindTagRelation;
import encore.kernel.relations.RelationQuery.FindTagRelations;
import encore.kernel.relations.TagRelation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class RelationsControllerTest {

    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
    private static final String TAGS = "/api/v1/manage/tag_relations";
    private static final String IDOLS = "/api/v1/manage/idol_relations";
    private static final String TAGS_JSON =
            "{\"tag_name\": \"VIP\", \"related_tag_name\": \"Gold\", \"creation_timestamp\": 1772366400}";
    private static final String IDOLS_JSON =
            "{\"idol_uid\": \"ada\", \"related_idol_uid\": \"bea\", \"creation_timestamp\": 1772366400}";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(RelationsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void relations() {
        backend.sent.clear();
        backend.asked.clear();
        var tags = new TagRelation("VIP", "Gold", THEN);
        var idols = new IdolRelation("ada", "bea", THEN);
        backend.on(RelateTags.class, command -> new RelatedPair("5", "3"))
                .on(Relate.class, command -> new RelatedPair(command.one(), command.other()))
                .on(Unrelate.class, command -> new RelatedPair(command.one(), command.other()))
                .on(FindTagRelation.class, query -> tags)
                .on(FindIdolRelation.class, query -> idols)
                .on(FindTagRelations.class, query -> new Page<>(List.of(tags), "1", "1", false, 9))
                .on(FindIdolRelations.class, query -> new Page<>(List.of(idols), "1", "1", false, 9));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | tag_name=vip&related_tag_name=gold",
                "application/json | {\"tag_name\": \"vip\", \"related_tag_name\": \"gold\"}"
            })
    void tags_are_related(String type, String body) {
        GATEWAY.post(TAGS, type, body).isOk().expectBody().json(TAGS_JSON);
        assertThat(backend.sent).isEqualTo(List.of(new RelateTags(7, "vip", "gold", true)));
        assertThat(backend.asked)
                .isEqualTo(List.of(new FindTagRelation(7, new RelationId(RelationKind.TAG, 7, "3", "5"))));
    }

    @Test
    void idols_are_related() {
        GATEWAY.post(IDOLS, "application/json", "{\"idol_uid\": \"bea\", \"related_idol_uid\": \"ada\"}")
                .isOk()
                .expectBody()
                .json(IDOLS_JSON);
        assertThat(backend.sent).isEqualTo(List.of(new Relate(RelationKind.IDOL, 7, "bea", "ada")));
    }

    @Test
    void relations_are_listed_and_ended() {
        client.get().uri(TAGS).exchange().expectStatus().isOk().expectBody().json("[" + TAGS_JSON + "]");
        client.get().uri(IDOLS).exchange().expectStatus().isOk().expectBody().json("[" + IDOLS_JSON + "]");
        for (String one :
                List.of(TAGS + "?tag_name=vip&related_tag_name=gold", IDOLS + "?idol_uid=ada&related_idol_uid=bea")) {
            client.delete()
                    .uri(one)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody(String.class)
                    .isEqualTo("true");
        }
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new RelateTags(7, "vip", "gold", false), new Unrelate(RelationKind.IDOL, 7, "ada", "bea")));
    }

    @Test
    void a_missing_field_is_named() {
        naming(GATEWAY.post(TAGS, "application/json", "{\"tag_name\": \"vip\"}"), "related_tag_name");
        naming(GATEWAY.post(IDOLS, "application/json", "{\"related_idol_uid\": \"ada\"}"), "idol_uid");
        assertThat(backend.sent).isEmpty();
    }
}
