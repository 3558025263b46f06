package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an operator does with projections and an account sees of them, however many events other tests have left. */
record ProjectionsApi(Api api, Api operator) {

    static final String PATH = "/api/v1/manage/projections";

    /** Begins another version, and tells which. */
    int rebuild(String name) {
        return operator.post(PATH + "/" + name + "/rebuild")
                .mustBe(200)
                .body()
                .get("version")
                .asInt();
    }

    void whenFilled(String name, int version) {
        await(name)
                .pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> isFilled(api.get(PATH), name, version));
    }

    private static boolean isFilled(Api.Answer answer, String name, int version) {
        // On a busy machine a poll may come to the deadline of reads, and asks again.
        return answer.status() != 503
                && answer.mustBe(200)
                        .body()
                        .valueStream()
                        .anyMatch(one -> one.get("name").asString().equals(name)
                                && one.get("version").asInt() == version
                                && one.get("lag").asLong() == 0);
    }

    /** Those that serve. */
    List<String> names() {
        return api.get(PATH)
                .mustBe(200)
                .body()
                .valueStream()
                .filter(one -> one.get("serves").asBoolean())
                .map(one -> one.get("name").asString())
                .toList();
    }

    /** Rebuilds all of these at once; each must be as the one that serves. */
    void areRebuiltEqual(List<String> names) {
        Map<String, Integer> versions = new LinkedHashMap<>();
        names.forEach(name -> versions.put(name, rebuild(name)));
        versions.forEach((name, version) -> {
            whenFilled(name, version);
            List<JsonNode> lines = compare(name);
            assertThat(lines).as(name).hasSize(2);
            assertThat(lines.getFirst().get("equal").asBoolean()).as(name).isTrue();
            assertThat(lines.getLast().get("line").asString()).isEqualTo("end");
        });
    }

    /** The lines of the comparison of the newest version with the one that serves. */
    List<JsonNode> compare(String name) {
        return api.get(PATH + "/" + name + "/compare")
                .mustBe(200)
                .text()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }
}
