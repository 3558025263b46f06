package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.FilePayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of imports, before an imitation of the calls that it makes. */
class ImportsInBrowserTest extends InBrowser {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final String KINDS = """
            [{"kind": "fans", "key": "import_key", "columns": [
                {"name": "email", "type": "email", "required": false, "is_contact": true, "aliases": ["E-Mail"]},
                {"name": "city", "type": "text", "required": false, "is_contact": false, "aliases": []},
                {"name": "import_key", "type": "text", "required": false, "is_contact": false, "aliases": []}]},
             {"kind": "points", "key": "award_key", "columns": [
                {"name": "email", "type": "email", "required": false, "is_contact": true, "aliases": ["E-Mail", "Mail"]},
                {"name": "point_name", "type": "text", "required": false, "is_contact": false, "aliases": []},
                {"name": "point_count", "type": "whole_number", "required": true, "is_contact": false, "aliases": ["Points"]},
                {"name": "award_key", "type": "text", "required": true, "is_contact": false, "aliases": []},
                {"name": "effective_at", "type": "time", "required": false, "is_contact": false, "aliases": ["Order Date"]}]},
             {"kind": "purchases", "key": "purchase_key", "columns": [
                {"name": "email", "type": "email", "required": false, "is_contact": true, "aliases": ["E-Mail"]},
                {"name": "amount", "type": "decimal", "required": true, "is_contact": false, "aliases": ["Total"]},
                {"name": "purchase_key", "type": "text", "required": true, "is_contact": false, "aliases": []},
                {"name": "purchase_day", "type": "day", "required": false, "is_contact": false, "aliases": ["Day"]}]},
             {"kind": "activities", "key": "activity_key", "columns": [
                {"name": "email", "type": "email", "required": false, "is_contact": true, "aliases": ["E-Mail"]},
                {"name": "campaign_title", "type": "text", "required": true, "is_contact": false, "aliases": []},
                {"name": "activity_key", "type": "text", "required": true, "is_contact": false, "aliases": []},
                {"name": "field_<name>", "type": "text", "required": false, "is_contact": false, "aliases": []}]}]""";

    private final List<JsonNode> sent = new CopyOnWriteArrayList<>();
    private final List<JsonNode> checked = new CopyOnWriteArrayList<>();
    private final Deque<Consumer<Route>> next = new ArrayDeque<>();
    private final Set<String> applied = new HashSet<>();

    /** Opens the page of a kind. A row whose count is no number is refused, and one whose key was sent is known. */
    private void open(String kind) {
        page.setDefaultTimeout(15_000);
        page.route("**/api/v1/manage/imports", route -> route.fulfill(json(KINDS)));
        page.route("**/api/v1/manage/imports/*", route -> {
            JsonNode body = JSON.readTree(route.request().postData());
            assertThat(route.request().postData().length()).isLessThan(1_000_000);
            if (body.get("dry_run").asBoolean()) {
                checked.add(body);
            } else {
                sent.add(body);
                Consumer<Route> other = next.poll();
                if (other != null) {
                    other.accept(route);
                    return;
                }
            }
            route.fulfill(json(answerOf(body)));
        });
        enter("imports/" + kind);
        assertThat(page.locator("[value=" + kind + "]")).isChecked();
    }

    private static Route.FulfillOptions json(String body) {
        return new Route.FulfillOptions().setContentType("application/json").setBody(body);
    }

    private static Consumer<Route> problem(int status, String type, String more) {
        return route -> route.fulfill(new Route.FulfillOptions()
                .setStatus(status)
                .setContentType("application/problem+json")
                .setHeaders(Map.of("Retry-After", "1", "Content-Type", "application/problem+json"))
                .setBody("{\"type\": \"/problems/" + type + "\", \"detail\": \"Too much.\"" + more + "}"));
    }

    private String answerOf(JsonNode body) {
        var rows = new ArrayList<String>();
        for (JsonNode row : body.get("rows")) {
            String count = row.path("point_count").asString("0");
            if (!count.matches("-?\\d+")) {
                rows.add(
                        "{\"outcome\": \"refused\", \"field\": \"point_count\", \"reason\": \"must be a whole number\"}");
            } else if (body.get("dry_run").asBoolean()
                    || applied.add(row.path("email").asString("")
                            + row.path("award_key").asString(""))) {
                rows.add("{\"outcome\": \"done\", \"fan_id\": 7}");
            } else {
                rows.add("{\"outcome\": \"known\", \"fan_id\": 7}");
            }
        }
        return "{\"rows\": [" + String.join(",", rows) + "]}";
    }

    private void choose(String name, byte[] file) {
        page.setInputFiles("#import_file", new FilePayload(name, "text/csv", file));
    }

    private void choose(String name, String file) {
        choose(name, file.getBytes(UTF_8));
        assertThat(page.locator("table.import-columns")).isVisible();
    }

    private Locator run() {
        return page.locator(".import-run");
    }

    private List<JsonNode> rowsSent() {
        return sent.stream().flatMap(body -> body.get("rows").valueStream()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "latin, Line 9002 is not UTF-8",
        "utf16, The file is UTF-16",
        "workbook, This is a workbook",
        "cut, cannot be unpacked",
        "columns, The file has more than 100 columns",
        "empty, The file is empty",
        "head, The file has a head line and no rows",
    })
    void a_file_that_cannot_be_read_is_refused_with_a_sentence_before_anything_is_sent(String name, String sentence)
            throws IOException {
        open("points");
        String rows = "E-Mail,Points\r\n" + "ada@fans.example,5\r\n".repeat(9000);
        byte[] packed = gzip(rows);
        choose(
                name + ".csv",
                switch (name) {
                    case "latin" -> (rows + "Bj\u00f6rn,5\n").getBytes(ISO_8859_1);
                    case "utf16" -> rows.getBytes(UTF_16);
                    case "workbook" -> "PK\u0003\u0004".getBytes(ISO_8859_1);
                    case "cut" -> java.util.Arrays.copyOf(packed, packed.length - 12);
                    case "columns" -> (columns(101) + "\n1").getBytes(UTF_8);
                    case "empty" -> "\ufeff".getBytes(UTF_8);
                    default -> "email,points\n".getBytes(UTF_8);
                });
        assertThat(page.locator("#import_wrong")).containsText(sentence);
        assertThat(page.locator("table.import-columns")).hasCount(0);
        assertThat(sent).isEmpty();
        assertThat(checked).isEmpty();
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(at -> "c" + at).collect(Collectors.joining(","));
    }

    private static byte[] gzip(String text) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    @Test
    void fans_and_their_points_of_years_ago_come_in_once_through_the_real_calls() {
        page.setDefaultTimeout(15_000);
        api.pointType("coins");
        String fans =
                "E-Mail;Vorname\nann@history.example;Ann\nben@history.example;\"Ben \"\"B\"\", junior\"\nnobody;Nob\n";
        String points = "email,points,effective_at\nann@history.example,40,2016-02-29 10:00\n"
                + "ann@history.example,40,2016-02-29 10:00\nben@history.example,7,2019-12-31T23:30:00Z\n"
                + "cid@history.example,1,2019-12-31\nben@history.example,many,2019-12-31\n";
        for (int times = 0; times < 2; times++) {
            String before = times == 0 ? "Done" : "Known";
            enter("imports/fans");
            choose("fans.csv", fans);
            press("Import 3 rows");
            assertThat(run()).containsText("All rows are through.");
            assertThat(outcome(before)).hasText("2");
            assertThat(outcome("Refused")).hasText("1");
            press("Import another file");
            page.locator("[value=points]").check();
            choose("points.csv", points);
            page.locator("[name=point_name]").fill("coins");
            assertThat(page.locator("td .bad").first()).containsText("Number of points");
            press("Import 5 rows");
            assertThat(run()).containsText("All rows are through.");
            assertThat(outcome(before)).hasText("3");
            assertThat(outcome("Refused")).hasText("2");
            assertThat(rows("Refused rows").locator("td:first-child")).hasText(new String[] {"5", "6"});
            page.navigate("about:blank");
        }
        JsonNode ann = api.get("/api/v1/crm/fans", "email", "ann@history.example")
                .mustBe(200)
                .body()
                .at("/data/0");
        assertThat(ann.get("first_name").asString()).isEqualTo("Ann");
        JsonNode awards = api.get("/api/v1/crm/fans/" + ann.get("fan_id").asLong() + "/points")
                .mustBe(200)
                .body();
        assertThat(awards)
                .extracting(award -> award.get("point_count").asLong())
                .containsExactly(40L, 40L);
    }

    private Locator outcome(String label) {
        return run().locator("article")
                .filter(new Locator.FilterOptions().setHasText(label))
                .locator("b");
    }

    @Test
    void a_file_of_100_columns_is_mapped_by_its_heads_and_sent_with_the_keys_of_the_contract() {
        open("points");
        choose(
                "hundred.csv",
                "\ufeffe-mail;ORDER date;points;" + columns(97).replace(',', ';')
                        + "\r\n"
                        + ("a@fans.example;29.02.2020 12:30;5;" + columns(97).replace(',', ';') + "\n").repeat(2)
                        + "b@fans.example;29.02.2020 12:30;5;"
                        + columns(97).replace(',', ';'));
        assertThat(page.locator("table.import-columns tbody tr")).hasCount(100);
        page.locator("[name=point_name]").fill("coins");
        assertThat(page.locator("td .good")).hasCount(3);
        fits("columns");
        keep("imports");
        press("Import 3 rows");
        assertThat(run()).containsText("All rows are through.");
        String hashed = "points\neffective_at=2020-02-29T12:30:00Z\npoint_count=5\npoint_name=coins\n#";
        assertThat(rowsSent())
                .extracting(row -> row.get("email").asString().charAt(0)
                        + row.get("award_key").asString())
                .containsExactly("a" + key(hashed + 0), "a" + key(hashed + 1), "b" + key(hashed + 0));
        assertThat(rowsSent().getFirst().propertyNames())
                .containsExactlyInAnyOrder("email", "effective_at", "point_count", "point_name", "award_key");
    }

    private static String key(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "import-" + HexFormat.of().formatHex(hash).substring(0, 40);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Europe/Vienna | 2020-02-29 12:00 | 2020-02-29T11:00:00Z",
                "Europe/Vienna | 2020-03-29T02:30:00 | 2020-03-29T01:30:00Z",
                "Europe/Vienna | 2020-10-25 02:30:00 | 2020-10-25T00:30:00Z",
                "Europe/Vienna | 2020-02-29T12:00:00.250+02:00 | 2020-02-29T10:00:00.250Z",
                "America/New_York | 31.12.2019 23:59:59 | 2020-01-01T04:59:59Z",
                "Asia/Tokyo | 2020-01-01 | 2019-12-31T15:00:00Z",
                "Europe/Vienna | 1582974000 | 2020-02-29T11:00:00Z",
                "Europe/Vienna | 2019-02-29 12:00 | 2019-02-29 12:00",
                "Europe/Vienna | yesterday | yesterday",
            })
    void times_without_an_offset_are_times_of_the_zone_and_what_is_no_time_is_sent_as_it_stands(
            String zone, String written, String expected) {
        open("points");
        choose("times.csv", "email,points,effective_at\na@fans.example,1," + written + "\n");
        page.getByLabel("Times without an offset are times in").selectOption(zone);
        assertThat(page.locator(".import-value").filter(new Locator.FilterOptions().setHasText(expected)))
                .hasCount(1);
    }

    @Test
    void decimals_and_days_are_recognised_as_they_are_written_in_the_file() {
        open("purchases");
        choose(
                "orders.txt",
                "E-Mail\tTotal\tDay\na@fans.example\t1.234,50\t12/31/2019\nb@fans.example\t7,25\t01/02/2020\n");
        assertThat(page.getByLabel("Decimals")).hasValue("true");
        assertThat(page.getByLabel("Days")).hasValue("true");
        press("Import 2 rows");
        assertThat(run()).containsText("All rows are through.");
        assertThat(rowsSent())
                .extracting(row -> row.get("amount").asString() + " "
                        + row.get("purchase_day").asString())
                .containsExactly("1234.50 2019-12-31", "7.25 2020-01-02");
    }

    @Test
    void days_that_can_be_read_in_both_orders_wait_for_a_choice_and_a_wrong_decimal_is_no_other_number() {
        open("purchases");
        choose(
                "orders.csv",
                "email;total;day\na@fans.example;7,25;03/04/2020\nb@fans.example;12.50;03.04.2020\nc@fans.example;1.200;\n");
        assertThat(page.locator(".import-written")).containsText("can be read in both orders");
        page.getByLabel("Decimals").selectOption("true");
        assertThat(page.locator("td .bad")).hasText(new String[] {
            "Purchase day: may begin with the day or with the month: choose how days are written",
            "Amount: has a decimal point, and decimals of this file have a comma"
        });
        page.getByLabel("Days").focus();
        page.getByLabel("Days").selectOption("true");
        assertThat(page.locator("td .bad")).hasCount(1);
        assertThat(page.getByLabel("Days")).isFocused();
        press("Import 3 rows");
        assertThat(run()).containsText("All rows are through.");
        assertThat(rowsSent()).extracting(row -> row.get("amount").asString()).containsExactly("7.25", "1200");
        assertThat(rowsSent().getFirst().get("purchase_day").asString()).isEqualTo("2020-03-04");
    }

    @Test
    void a_corrected_file_of_refused_rows_keeps_the_keys_of_its_rows() throws IOException {
        open("points");
        choose("points.csv", "email,points,point_name\na@fans.example,many,=coins\n");
        press("Import 1 row");
        Download download = page.waitForDownload(
                () -> page.getByText("Download the refused row").click());
        String refused = Files.readString(download.path());
        assertThat(refused).contains("'=coins");
        press("Import another file");
        choose("points.refused.csv", refused.replace("many", "5"));
        assertThat(page.getByLabel("Field for the column line")).hasValue("");
        press("Import 1 row");
        assertThat(outcome("Done")).hasText("1");
        assertThat(rowsSent()).hasSize(2);
        assertThat(rowsSent().get(1).get("point_name").asString()).isEqualTo("=coins");
        assertThat(rowsSent())
                .extracting(row -> row.get("award_key").asString())
                .containsOnly(key("points\npoint_count=many\npoint_name==coins\n#0"));
    }

    @Test
    void rows_that_cannot_be_read_are_refused_by_their_line_and_come_back_as_a_file_without_formulas()
            throws IOException {
        open("points");
        choose(
                "odd.csv",
                "email,points,memo\n\"a@fans.example\",1,\"two\nlines, \"\"quoted\"\"\"\r\nb@fans.example,2,x,y\n\"c\"x,3,\n,,\n"
                        + "d@fans.example,4," + "y".repeat(70_000)
                        + "\r+436641234567,nine,=1+1\ne@fans.example,-5,\nf@fans.example,6,\""
                        + "z".repeat(10_000_000));
        assertThat(page.locator(".import-file")).containsText("7 rows, 3 columns.");
        assertThat(page.locator(".import-file")).containsText("4 rows cannot be read and will be refused.");
        press("Import 7 rows");
        assertThat(run()).containsText("All rows are through.");
        assertThat(rows("Refused rows").locator("td:first-child")).hasText(new String[] {"4", "5", "7", "8", "10"});
        assertThat(rows("Refused rows").nth(3)).containsText("must be a whole number");
        assertThat(rows("Refused rows").nth(4)).containsText("a quote is opened and never closed");
        Download download = page.waitForDownload(
                () -> page.getByText("Download the 5 refused rows").click());
        assertThat(download.suggestedFilename()).isEqualTo("odd.refused.csv");
        assertThat(Files.readString(download.path()).split("\r\n"))
                .contains(
                        "\ufeffline,field,reason,email,points,memo,award_key",
                        "4,,the row has more or fewer values than the first line has columns,b@fans.example,2,x,y,",
                        "8,point_count,must be a whole number,+436641234567,nine,'=1+1,"
                                + key("points\npoint_count=nine\n#0"));
        assertThat(rowsSent()).hasSize(3);
    }

    @Test
    void an_import_asks_before_it_sets_something_off_and_waits_for_a_busy_server() {
        open("points");
        choose("points.csv", "email,points\na@fans.example,1\n");
        String effects =
                ", \"effects\": [{\"kind\": \"quest\", \"id\": 12, \"name\": \"Buy <b>shirts</b>\"}, {\"kind\": \"webhook\", \"id\": \"w\", \"name\": \"Shop\"}]";
        next.add(problem(409, "import-has-effects", effects));
        press("Import 1 row");
        Locator question = page.locator(".import-effects");
        assertThat(question.locator("li")).hasText(new String[] {"Quest Buy <b>shirts</b>", "Webhook Shop"});
        assertThat(question.locator("h3")).isFocused();
        fits("effects");
        keep("imports-effects");
        press("Do not import");
        assertThat(run()).containsText("You chose not to import.");
        assertThat(sent).hasSize(1);

        next.add(problem(409, "import-has-effects", effects));
        next.add(problem(503, "overloaded", ""));
        next.add(problem(429, "rate-limited", ""));
        press("Start again");
        press("Import with effects");
        assertThat(run()).containsText("All rows are through.");
        assertThat(sent).hasSize(5);
        assertThat(sent)
                .extracting(body -> body.get("with_effects").asBoolean())
                .containsExactly(false, false, true, true, true);
        expected(409);
        expected(503);
        expected(429);
    }

    @ParameterizedTest
    @CsvSource({
        "403, right-missing, Your role or key pair does not allow it.",
        "413, body-too-large, The server refused the size of a call.",
        "409, quota-reached, A limit of your account is reached.",
    })
    void an_import_that_cannot_go_on_ends_with_a_sentence(int status, String type, String sentence) {
        open("points");
        choose("points.csv", "email,points\n" + "a@fans.example,1\n".repeat(3000));
        next.add(route -> route.fulfill(json(answerOf(sent.getLast()))));
        next.add(problem(status, type, ""));
        press("Import 3,000 rows");
        assertThat(run()).containsText(sentence);
        assertThat(run()).containsText("1,000 of 3,000 rows");
        assertThat(sent).hasSize(2);
        expected(status);
    }

    @Test
    void an_import_stops_goes_on_over_other_pages_and_asks_before_the_tab_is_closed() {
        open("points");
        choose(
                "points.csv",
                "email,points\n"
                        + IntStream.range(0, 3000)
                                .mapToObj(at -> "a" + at + "@fans.example,1\n")
                                .collect(Collectors.joining()));
        var held = new CopyOnWriteArrayList<Route>();
        next.add(held::add);
        press("Import 3,000 rows");
        page.waitForCondition(() -> held.size() == 1);
        press("Stop");
        held.getFirst().fulfill(json(answerOf(sent.getLast())));
        assertThat(run()).containsText("Stopped.");
        assertThat(run()).containsText("1,000 of 3,000 rows");
        assertThat(button("Go on")).isFocused();
        assertThat(sent).hasSize(1);

        next.add(held::add);
        press("Go on");
        page.waitForCondition(() -> held.size() == 2);
        page.evaluate("() => { location.hash = 'settings'; }");
        assertThat(heading("Settings")).isVisible();
        var asked = new ArrayList<String>();
        page.onDialog((Dialog dialog) -> {
            asked.add(dialog.type());
            dialog.dismiss();
        });
        page.evaluate("() => { setTimeout(() => location.reload()); }");
        page.waitForCondition(() -> asked.contains("beforeunload"));
        held.get(1).fulfill(json(answerOf(sent.getLast())));
        assertThat(page.locator("#news")).containsText("The import of points.csv is through: 3,000 done.");
        page.evaluate("() => { location.hash = 'imports'; }");
        assertThat(run()).containsText("3,000 of 3,000 rows");

        // A second time, all rows are known.
        press("Import another file");
        choose("points.csv", "email,points\na7@fans.example,1\n");
        press("Import 1 row");
        assertThat(run().locator("article").nth(1)).hasText(Pattern.compile("Known\\s*1"));
    }

    @Test
    void a_constant_and_fields_of_its_own_complete_a_file_by_the_keyboard_and_what_is_missing_is_named() {
        open("activities");
        choose(
                "quiz.ndjson",
                "{\"email\": \"a@fans.example\", \"Favourite song\": \"Yes\", \"n\": 12345678901234567890}\n");
        assertThat(page.locator("main")).containsText("which each row needs: Campaign title.");
        page.getByLabel("Field for the column Favourite song").focus();
        page.keyboard().type("field_fav");
        page.keyboard().press("Enter");
        page.getByLabel("Field for the column n").selectOption("field_n");
        page.locator("[name=campaign_title]").focus();
        page.keyboard().type("Quiz");
        assertThat(page.locator("main")).not().containsText("which each row needs");
        press("Check the file");
        assertThat(run()).containsText("none has a fault. Nothing was changed.");
        assertThat(sent).isEmpty();
        JsonNode row = checked.getLast().get("rows").get(0);
        assertThat(row.get("field_favourite_song").asString()).isEqualTo("Yes");
        assertThat(row.get("field_n").asString()).isEqualTo("12345678901234567890");
        assertThat(row.get("campaign_title").asString()).isEqualTo("Quiz");
    }

    @Test
    void a_long_file_is_read_in_many_stretches_between_which_the_page_can_draw() {
        open("points");
        page.evaluate("""
                () => {
                  window.drawn = new Set();
                  const look = () => {
                    const bar = document.querySelector('.import-file progress');
                    if (bar) window.drawn.add(bar.value);
                    requestAnimationFrame(look);
                  };
                  look();
                }""");
        choose(
                "long.csv",
                "email,points,effective_at\n"
                        + IntStream.range(0, 200_000)
                                .mapToObj(at ->
                                        "fan" + at + "@fans.example," + at + ",2015-03-" + (10 + at % 20) + " 12:00\n")
                                .collect(Collectors.joining()));
        assertThat(((Number) page.evaluate("() => window.drawn.size")).intValue())
                .isGreaterThan(3);
        press("Check the file");
        assertThat(run())
                .containsText("none has a fault.", new LocatorAssertions.ContainsTextOptions().setTimeout(120_000));
        assertThat(checked.stream().mapToInt(body -> body.get("rows").size()).sum())
                .isGreaterThanOrEqualTo(200_000);
        assertThat(checked).hasSizeBetween(200, 204);
    }

    @Test
    void rows_of_csv_are_read_alike_wherever_the_text_is_cut() {
        open("fans");
        assertThat(page.evaluate("""
                async () => {
                  const { CsvReader } = await import('/console/csv.js');
                  const text = 'a,b\\r\\n\\n"1 ""x""\\r\\n2",3\\r"4"y,5\\n6,\\n"7","8\\n';
                  const read = step => {
                    const reader = new CsvReader(',');
                    const rows = [];
                    for (let at = 0; at < text.length; at += step) rows.push(...reader.read(text.slice(at, at + step)));
                    return JSON.stringify([...rows, ...reader.end()].map(({ line, cells, fault }) => [line, fault ?? cells]));
                  };
                  return [...new Set([1, 2, 3, 5, 100].map(read))].join();
                }"""))
                .isEqualTo(
                        "[[1,[\"a\",\"b\"]],[3,[\"1 \\\"x\\\"\\r\\n2\",\"3\"]],[5,\"quote\"],[6,[\"6\",\"\"]],[7,\"open\"]]");
    }
}
