package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The metrics of a running server, as a collector reads them. */
@RunsOn(value = Arrangement.EMBEDDED, because = "each process shows its own metrics, and one process has all of them")
@Alone(because = "metrics count what all tests do")
class MetricsJourneyTest extends Journey {

    private static final Pattern BASE_UNIT = Pattern.compile(".*_(seconds|bytes|ratio|total|info)");

    private static final Pattern ROUTE = Pattern.compile("method=\"[^\"]*\",status=\"[^\"]*\",uri=\"[^\"]*\"");

    /** The things that gauges count: the last words of their names. */
    private static final Set<String> COUNTED = Set.of(
            "bins",
            "buffers",
            "classes",
            "commands",
            "connections",
            "cpus",
            "events",
            "files",
            "letters",
            "logs",
            "nodes",
            "requests",
            "subscribers",
            "tasks",
            "threads");

    /** Ten buckets, that of all, the count, the sum and the largest. */
    private static final int LINES_OF_A_ROUTE = 14;

    @Test
    void every_name_ends_with_its_unit() {
        List<String> names = lines().filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2].replaceAll("_max$", ""))
                .filter(name -> !BASE_UNIT.matcher(name).matches())
                .filter(name -> !COUNTED.contains(name.substring(name.lastIndexOf('_') + 1)))
                .toList();
        assertThat(names).isEmpty();
    }

    @Test
    void automations_and_projections_show_their_lag_and_their_failures() {
        String text = text();
        for (String name : List.of("dead_letters", "outbox_commands", "lag_events", "lag_seconds")) {
            assertThat(text)
                    .contains("encore_automation_" + name + "{automation=\"WhenQuestCompletedThenAwardPoints\"} ");
        }
        for (String name : List.of("dead_letters", "position_events", "lag_events", "lag_seconds")) {
            assertThat(text).contains("encore_projection_" + name + "{projection=\"operations\"} ");
        }
        assertThat(text).contains("encore_build_info{version=").contains("encore_requests_limited_total ");
    }

    @Test
    void a_route_has_few_lines_and_all_else_has_few_too() {
        Map<Boolean, List<String>> lines = lines().filter(line -> !line.startsWith("#"))
                .collect(Collectors.partitioningBy(line -> line.startsWith("http_server_requests_")));
        Map<String, Long> byRoute = lines.get(true).stream()
                .collect(Collectors.groupingBy(MetricsJourneyTest::route, Collectors.counting()));
        assertThat(byRoute.values()).allMatch(count -> count <= LINES_OF_A_ROUTE);
        assertThat(lines.get(false)).hasSizeLessThan(1_500);
    }

    private static String route(String line) {
        Matcher labels = ROUTE.matcher(line);
        assertThat(labels.find()).as(line).isTrue();
        return labels.group();
    }

    private static Stream<String> lines() {
        return text().lines();
    }

    private static String text() {
        return encore().management().get("/metrics").mustBe(200).text();
    }
}
