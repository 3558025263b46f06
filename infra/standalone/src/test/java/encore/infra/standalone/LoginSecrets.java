package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.standalone.Api.Answer;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fans of one account log in by every way, and fail at it, and send what cannot be read. None of their secrets may be
 * found afterwards: no session_uid, verification_uid, password, login code or code of a browser login.
 */
final class LoginSecrets implements AutoCloseable {

    private static final String SESSIONS = "/api/v1/sessions/";
    private static final String BACK = "https://fans.example/back";

    /** Six digits that are no part of a longer number or of the fraction of a second. */
    private static final Pattern SIX_DIGITS = Pattern.compile("(?<![0-9.])\\d{6}(?!\\d)");

    private final RunningEncore encore;
    private final SentCodes sent;
    private final Api server;
    private final Api app;
    private final long account;
    private final long business;
    /** The lines that this process logs until another server starts in it. The logs of processes are files. */
    private final LoggedLines lines = new LoggedLines();

    private final Set<String> secrets = new TreeSet<>();
    private final Set<String> codes = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    private LoginSecrets(RunningEncore encore, SentCodes sent) {
        this.encore = encore;
        this.sent = sent;
        JsonNode opened = encore.operator()
                .post("/api/v1/manage/accounts", "name", "Secrets")
                .mustBe(200)
                .body();
        String key = opened.get("api_key").asString();
        app = new Api(encore.url(), Map.of("Api-Key", key));
        server = app.with("Api-Secret", opened.get("api_secret").asString());
        account = opened.get("account_id").longValue();
        business = server.business("Doors");
        // Gateways hear of it a moment later.
        server.post("/api/v1/manage/redirect_urls", "redirect_url", BACK).mustBe(200);
    }

    /** Makes all secrets, and sees that no answer, metric or event shows one. */
    static LoginSecrets used(RunningEncore encore, SentCodes sent) throws Exception {
        LoginSecrets all = new LoginSecrets(encore, sent);
        all.logIn();
        all.mustBeInNoAnswer();
        all.mustBeInNoEvent();
        return all;
    }

    private void logIn() throws Exception {
        String ada = SentCodes.email("ada");
        String phone = SentCodes.phone();
        String password = secret("pass-" + UUID.randomUUID());
        String guest = session(connect("", "business_id", business));
        String request = ask("email", ada);
        String code = code(ada);
        fails(connect("submit_verification_code", "request_uid", request, "verification_code", other(code)));
        fails(connect(code, "request_uid", request, "verification_code", code));
        String verification = secret(
                connect("submit_verification_code", "request_uid", request, "verification_code", code),
                "verification_uid");
        fails(connect("submit_verification_code", "request_uid", request, "verification_code", code));
        Object[] registration = {
            "first_name",
            "Ada",
            "request_uid",
            request,
            "verification_uid",
            verification,
            "password",
            password,
            "session_uid",
            guest
        };
        fails(connect("register", "request_uid", request, "verification_uid", verification, "session_uid", guest));
        String first = session(connect("register", registration));
        fails(connect("register", registration));
        fails(connect("password", "email", ada, "password", secret("wrong-" + UUID.randomUUID())));
        fails(connect("password", "password", password));
        String second = session(connect("password", "email", ada, "password", password));
        fails(connect("password", "email", ada, "password", password, "session_uid", guest));
        String texted = ask("phone", phone);
        connect(
                        "submit_verification_code",
                        "request_uid",
                        texted,
                        "verification_code",
                        code(phone),
                        "session_uid",
                        second)
                .mustBe(200);
        String again = ask("phone", phone);
        String third =
                session(connect("submit_verification_code", "request_uid", again, "verification_code", code(phone)));
        useAndEnd(first, second, third, ada);
        browserLogin(ada);
        sendWhatCannotBeRead(third, verification, password);
    }

    private void useAndEnd(String first, String second, String third, String ada) throws Exception {
        String changed = secret("next-" + UUID.randomUUID());
        long fan = app.get(SESSIONS + second).mustBe(200).body().get("fan_id").longValue();
        String points = server.pointType("discs");
        server.post(
                        "/api/v1/ent/fan_points",
                        "point_uid",
                        points,
                        "fan_id",
                        fan,
                        "point_count",
                        3,
                        "session_uid",
                        second)
                .mustBe(200);
        for (String part : List.of("", "/fan", "/points", "/idols")) {
            app.get(SESSIONS + second + part).mustBe(200);
        }
        fails(app.post(SESSIONS + second + "/idols", "action", "add", "idol_name", "Nobody"));
        fails(app.post(SESSIONS + second + "/fan", "password", "short"));
        app.post(SESSIONS + second + "/fan", "password", changed, "props_seat", "12A")
                .mustBe(200);
        FanSessions.mustEnd(app, first);
        fails(app.get(SESSIONS + first));
        fails(server.post("/api/v1/crm/fans/" + fan, "password", changed + "x".repeat(300)));
        Api once = app.with("Idempotency-Key", "login-" + UUID.randomUUID());
        Object[] form = {"network", "password", "business_id", business, "email", ada, "password", changed};
        session(once.post(SESSIONS + "connect", form));
        fails(once.post(SESSIONS + "connect", form));
        follow(session(app.post(SESSIONS + "connect", form)));
        server.post("/api/v1/crm/fans/" + fan, "password", secret("last-" + UUID.randomUUID()))
                .mustBe(200);
        FanSessions.mustEnd(app, third);
    }

    private void follow(String session) throws Exception {
        LiveClient client = new LiveClient(encore.url());
        String key = String.valueOf(app.headers().get("Api-Key"));
        problems.add(client.ask("auth", "{\"api_key\":\"" + key + "\",\"session_uid\":\"" + secret(uid()) + "\"}")
                .toString());
        assertThat(client.ask("auth", "{\"api_key\":\"" + key + "\",\"session_uid\":\"" + session + "\"}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        problems.add(client.ask("auth", "{\"api_key\":[\"" + session + "\"],\"session_uid\":{}}")
                .toString());
        problems.add(client.ask("subscribe", "{\"stream\":\"points.history\",\"session_uid\":\"" + session + "\"}")
                .toString());
        client.cutOff();
    }

    private void browserLogin(String ada) {
        String password = secret("door-" + UUID.randomUUID());
        long fan = server.fan(ada);
        server.post("/api/v1/crm/fans/" + fan, "password", password).mustBe(200);
        String token = "t".repeat(43);
        Api browser = new Api(encore.url(), Map.of("Cookie", "__Host-encore-login=" + token));
        String path = UriComponentsBuilder.fromPath("/crm/oauth")
                .queryParam("account_id", account)
                .queryParam("business_id", business)
                .queryParam("redirect_url", BACK)
                .toUriString();
        String wrong = secret("wrong-" + UUID.randomUUID());
        Answer refused = browser.post(path, "form_token", token, "step", "password", "email", ada, "password", wrong);
        assertThat(refused.text()).doesNotContain(wrong);
        String location = browser.post(
                        path, "form_token", token, "step", "password", "email", ada, "password", password)
                .mustBe(303)
                .header("Location");
        String code = String.valueOf(UriComponentsBuilder.fromUriString(String.valueOf(location))
                .build()
                .getQueryParams()
                .getFirst("code"));
        secret(code.substring(code.indexOf('-') + 1));
        fails(server.get("/crm/access_token", "code", code, "redirect_url", BACK + "/other"));
        fails(app.get("/crm/access_token", "code", code, "code", code, "redirect_url", ""));
        session(server.get("/crm/access_token", "code", code, "redirect_url", BACK));
        fails(server.get("/crm/access_token", "code", code, "redirect_url", BACK));
    }

    /** Sends requests that no decoder accepts, or no handler, each with secrets in it. */
    private void sendWhatCannotBeRead(String session, String verification, String password) throws IOException {
        String path = SESSIONS + session;
        String end = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
        String key = "Api-Key: " + app.headers().get("Api-Key") + "\r\n";
        String form = "POST " + path + "/fan" + end + key + "Content-Type: application/x-www-form-urlencoded\r\n";
        String json = form.replace("x-www-form-urlencoded", "json");
        String upgrade = "GET /ws?session_uid=" + session + " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: "
                + "websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: ";
        String ended = "{\"session_uid\":\"" + session + "\",\"password\":\"" + password + "\"";
        for (String request : List.of(
                "GET " + path + "/%zz" + end + key + "\r\n",
                "GET " + path + "/%" + end + key + "\r\n",
                "GET " + path + "/fan?x=%zz&session_uid=" + session + end + key + "\r\n",
                "GET " + path + "/\u0000" + end + key + "\r\n",
                "GET " + path + " " + session + end + key + "\r\n",
                "GET http://[" + path + end + key + "\r\n",
                "GET " + path + ";a=b/../../" + session + end + key + "\r\n",
                "GET " + path + "/fan" + end + key + "Session-Uid: " + session + "\u0001\r\n\r\n",
                "GET " + path + "/fan" + end + key + "X: " + session.repeat(500) + "\r\n\r\n",
                "GET " + path + "/" + session.repeat(500) + end + key + "\r\n",
                "PATCH " + path + "/fan" + end + key + "\r\n",
                "DELETE " + path + end + key + "\r\n",
                "GET /api/v1/nothing/" + session + end + key + "\r\n",
                "GET /problems/" + session + end + "\r\n",
                "GET /social_media/" + session + end + "\r\n",
                form + "Content-Length: -1" + session + "\r\n\r\n",
                form + "Transfer-Encoding: chunked\r\n\r\n" + password + "\r\n",
                form + "Content-Length: 900\r\n\r\npassword=" + password,
                form + "Content-Length: 70\r\n\r\npassword=%zz" + password + "                              ",
                json + "Content-Length: " + ended.length() + "\r\n\r\n" + ended,
                json + "Content-Length: 42\r\n\r\n[\"" + verification + "\",",
                json.replace("/json", "/" + session) + "Content-Length: 2\r\n\r\n{}",
                upgrade + session + "\r\n\r\n",
                upgrade + "13\r\n\r\n" + password,
                upgrade + "13\r\n\r\n\u0081\u0005" + password,
                upgrade + "13\r\n\r\n\u0081\u00a4\u0000\u0000\u0000\u0000" + session,
                upgrade + "13\r\n\r\n\u00c1\u00a4\u0000\u0000\u0000\u0000" + session,
                upgrade + "13\r\n\r\n\u0088\u00a4\u0000\u0000\u0000\u0000" + session)) {
            problems.add(exchange(URI.create(encore.url()).getPort(), request));
        }
        problems.add(exchange(encore.rsocketPort(), "\u0000\u0000\u0024" + session));
        problems.add(exchange(encore.rsocketPort(), "GET /" + session + end));
    }

    private static String exchange(int port, String request) throws IOException {
        StringBuilder answer = new StringBuilder();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(300);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            byte[] some = new byte[8_192];
            for (int count = 0; count >= 0; count = socket.getInputStream().read(some)) {
                answer.append(new String(some, 0, count, StandardCharsets.ISO_8859_1));
            }
        } catch (SocketTimeoutException silent) {
            // Nothing more comes.
        } catch (IOException closed) {
            // The server closed the connection with bytes that it had not read.
        }
        return answer.toString();
    }

    private void mustBeInNoAnswer() {
        for (String path : List.of("dead_letters", "operations", "automations", "projections", "outbox")) {
            problems.add(server.get("/api/v1/manage/" + path).text());
        }
        problems.add(encore.management().get("/metrics").mustBe(200).text());
        assertThat(problems).allSatisfy(text -> mustHoldNone("an answer", text));
    }

    /** Reads all events of the account, decrypted where the log is read in this process. */
    private void mustBeInNoEvent() throws Exception {
        boolean isHere = Arrangement.now() != Arrangement.PROCESSES;
        String all = isHere ? decodedEvents() : LiveClient.events(server).toString();
        assertThat(all).contains(isHere ? "FanSessionOpened" : "fan_session_opened");
        if (isHere) {
            assertThat(all).as("decrypted").contains("@fans.example", "+49151");
        }
        mustHoldNone("an event", all);
        assertThat(codesIn(all)).isEmpty();
    }

    private String decodedEvents() {
        EventTail tail = encore.bean(EventTail.class);
        StringBuilder all = new StringBuilder();
        long after = 0;
        for (List<RecordedEvent> some = tail.read(after, 1_000); !some.isEmpty(); some = tail.read(after, 1_000)) {
            for (RecordedEvent recorded : some) {
                if (recorded.account().equals(String.valueOf(account))) {
                    all.append(recorded.event().getClass().getSimpleName())
                            .append(JsonMapper.shared().writeValueAsString(recorded.event()))
                            .append(recorded)
                            .append('\n');
                }
            }
            after = some.getLast().position();
        }
        return all.toString();
    }

    /** Looks into all that a stopped server left: the files of its data directory, its database and its log. */
    void mustBeNowhere(Path data) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(data)) {
            files.filter(Files::isRegularFile).forEach(file -> look(file.toString(), read(file), found));
        }
        RunningEncore.database(data).ifPresent(uri -> eachDocument(uri, text -> look("the database", text, found)));
        lines.all().forEach(line -> look("a line of the log", line, found));
        // One of them may be another number by chance.
        assertThat(found).hasSizeLessThan(2);
    }

    private void look(String place, String text, Set<String> found) {
        mustHoldNone(place, text);
        found.addAll(codesIn(text));
    }

    private void mustHoldNone(String place, String text) {
        assertThat(secrets.stream().filter(text::contains)).as(place).isEmpty();
    }

    private Set<String> codesIn(String text) {
        Set<String> found = new TreeSet<>();
        SIX_DIGITS
                .matcher(text)
                .results()
                .map(match -> match.group())
                .filter(codes::contains)
                .forEach(found::add);
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException gone) {
            return "";
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Passes on the bytes of every document of the log's database and of those that are named after it. */
    private static void eachDocument(String uri, Consumer<String> look) {
        String name = URI.create(uri).getPath().substring(1);
        try (MongoClient client = MongoClients.create(uri)) {
            for (String database : client.listDatabaseNames()) {
                if (database.startsWith(name)) {
                    for (String collection : client.getDatabase(database).listCollectionNames()) {
                        client.getDatabase(database)
                                .getCollection(collection, RawBsonDocument.class)
                                .find(new Document())
                                .forEach(document -> look.accept(
                                        new String(document.getByteBuffer().array(), StandardCharsets.ISO_8859_1)));
                    }
                }
            }
        }
    }

    private Answer connect(String network, Object... form) {
        Object[] all = Stream.concat(Stream.of("network", network, "business_id", business), Stream.of(form))
                .toArray();
        return app.post(SESSIONS + "connect", all);
    }

    private String ask(String kind, String contact) {
        return connect(kind.equals("email") ? "verify_email" : "verify_sms", kind, contact)
                .mustBe(200)
                .body()
                .get("request_uid")
                .asString();
    }

    private String code(String contact) {
        String code = sent.next(contact);
        codes.add(code);
        return code;
    }

    private static String other(String code) {
        return code.equals("111111") ? "111112" : "111111";
    }

    private void fails(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
        problems.add(answer.text() + answer.response().headers().map());
    }

    private String session(Answer answer) {
        return secret(answer, "session_uid");
    }

    private String secret(Answer answer, String field) {
        return secret(answer.mustBe(200).body().get(field).asString());
    }

    /** Adds a secret, and an id also as the bytes and the digits that it could be stored as. */
    private String secret(String secret) {
        secrets.add(secret);
        if (secret.length() == 36 && secret.charAt(14) != '-') {
            byte[] bytes = HexFormat.of().parseHex(secret.replace("-", ""));
            secrets.add(new String(bytes, StandardCharsets.ISO_8859_1));
            secrets.add(HexFormat.of().formatHex(bytes));
            secrets.add(HexFormat.of().withUpperCase().formatHex(bytes));
        }
        return secret;
    }

    private static String uid() {
        return UUID.randomUUID().toString();
    }

    @Override
    public void close() {
        lines.close();
    }
}
