package encore.command.contacts;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import encore.command.CommandSideOnDisk;
import encore.command.contacts.delivery.MessageSettings;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.sqlite.directory.SqliteBackup;
import encore.kernel.Refusal;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactAddress;
import encore.kernel.contacts.ContactCommand.DeliverCode;
import encore.kernel.contacts.ContactCommand.ForgetContact;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.RecordLookUp;
import encore.kernel.contacts.ContactCommand.RecordPasswordTry;
import encore.kernel.contacts.ContactCommand.RequestCode;
import encore.kernel.contacts.ContactCommand.SubmitCode;
import encore.kernel.contacts.ContactCommand.UseVerification;
import encore.kernel.contacts.ContactCommand.VerifyContact;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactEvent.WrongCodeGiven;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.contacts.RequestedCode;
import encore.kernel.contacts.SubmittedCode;
import encore.kernel.contacts.VerifiedContact;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import jakarta.mail.internet.MimeMessage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contacts on real stores, with a real mail server: codes are sent, tried and forgotten. */
class ContactsOnDiskTest {

    private static final String ADA = "ada@fans.example";
    private static final String HERE = "192.0.2.1";
    private static final Pattern CODE = Pattern.compile("(?<=is )\\d{6}(?=\\.)");
    private static final String WRONG = "wrong!";

    @TempDir
    private Path directory;

    private final GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private int port;
    private CommandSideOnDisk side;

    @BeforeEach
    void open() {
        mails.start();
        port = mails.getSmtp().getPort();
        side = openSide();
    }

    private CommandSideOnDisk openSide() {
        return new CommandSideOnDisk(
                directory, context -> context.registerBean(MessageSettings.class, () -> mailTo(port)));
    }

    private static MessageSettings mailTo(int port) {
        return new MessageSettings(
                new MessageSettings.Mail("127.0.0.1", port, false, null, null, "Encore <codes@encore.example>"),
                null,
                false);
    }

    @AfterEach
    void close() {
        side.close();
        mails.stop();
    }

    @Test
    void a_code_comes_by_mail_and_proves_the_contact_once() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        assertThat(submit(request, WRONG, true)).isEqualTo(SubmittedCode.WRONG);
        ContactId contact = Objects.requireNonNull(submit(request, code, false).contact());
        assertThat(submit(request, code, true).contact()).isEqualTo(contact);
        assertThat(side.send(new ReadContact(contact))).isEqualTo(new ContactAddress(email(ADA)));
        assertThat(submit(request, code, true)).isEqualTo(SubmittedCode.WRONG);
        // The mail arrives before its delivery is recorded.
        await(() -> !events(CodeDeliveryEnded.class).isEmpty());
        assertThat(events(CodeDeliveryEnded.class))
                .containsExactly(new CodeDeliveryEnded(contact, request.uid(), DeliveryOutcome.SENT));
    }

    @Test
    void a_mail_says_who_sends_it_and_nothing_that_ends_a_line() throws Exception {
        side.send(new RequestCode(
                fresh(), email(ADA), "r1", HERE, "Acme\r\nBcc: eve@example.com\u2028 \u202eSøren & <b>Co</b>"));
        codeSent(1);
        MimeMessage mail = mails.getReceivedMessages()[0];
        assertThat(mail.getSubject()).isEqualTo("Your code for Acme  Bcc: eve@example.com   Søren & <b>Co</b>");
        assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly(ADA);
        assertThat(mail.getHeader("Bcc")).isNull();
        assertThat(mail.getFrom()[0]).hasToString("Encore <codes@encore.example>");
        assertThat(mail.getMessageID()).matches("<\\d+-r1@encore\\.example>");
        assertThat(mail.getContentType()).startsWith("text/plain");
    }

    @Test
    void an_earlier_code_stays_valid_beside_a_later_one_and_fits_no_other_request() throws Exception {
        CodeReference first = request(ADA, HERE);
        String firstCode = codeSent(1);
        CodeReference second = request(ADA, HERE);
        String secondCode = codeSent(2);
        CodeReference other = request("bea@fans.example", HERE);
        codeSent(3);
        if (!firstCode.equals(secondCode)) {
            assertThat(submit(second, firstCode, true)).isEqualTo(SubmittedCode.WRONG);
        }
        assertThat(submit(new CodeReference(other.position(), first.uid()), firstCode, true))
                .isEqualTo(SubmittedCode.WRONG);
        assertThat(submit(first, firstCode, true).contact()).isNotNull();
        assertThat(submit(second, secondCode, true).contact()).isNotNull();
    }

    @Test
    void of_a_thousand_wrong_codes_at_the_same_time_five_are_tried() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        List<CompletableFuture<?>> tries = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            tries.add(side.start(null, null, new SubmitCode(fresh(), request, WRONG, true)));
        }
        tries.forEach(CompletableFuture::join);
        assertThat(events(WrongCodeGiven.class)).hasSize(5);
        assertThat(submit(request, code, true)).isEqualTo(SubmittedCode.WRONG);
        side.reopen();
        assertThat(submit(request, code, true)).as("after a restart").isEqualTo(SubmittedCode.WRONG);
    }

    @Test
    void of_many_right_codes_at_the_same_time_one_is_accepted() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        List<CompletableFuture<SubmittedCode>> tries = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            tries.add(side.start(null, null, new SubmitCode(fresh(), request, code, true))
                    .thenApply(result -> (SubmittedCode) result.answer()));
        }
        assertThat(tries.stream().map(CompletableFuture::join).filter(each -> each.contact() != null))
                .hasSize(1);
    }

    @Test
    void many_first_requests_for_a_contact_make_one_stream_and_five_codes() {
        List<CompletableFuture<RequestedCode>> requests = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            requests.add(
                    side.start(null, null, requestOf(ADA, null)).thenApply(result -> (RequestedCode) result.answer()));
        }
        List<RequestedCode> answers =
                requests.stream().map(CompletableFuture::join).toList();
        assertThat(answers.stream().filter(answer -> answer.reference() != null))
                .hasSize(5);
        assertThat(answers.stream().filter(answer -> answer.retryAfter() != null))
                .hasSize(45);
        assertThat(events(CodeRequested.class).stream()
                        .map(CodeRequested::contact)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void a_request_of_another_account_or_of_no_event_is_unknown() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        ContactId theirs = new ContactId(8, "x");
        assertThat(side.bean(CommandSide.class)
                        .handle(new CommandRequest(8, "key-2", null, null, new SubmitCode(theirs, request, code, true)))
                        .join()
                        .answer())
                .isEqualTo(SubmittedCode.WRONG);
        for (long position : new long[] {1, request.position() + 1_000_000}) {
            assertThat(submit(new CodeReference(position, request.uid()), code, true))
                    .isEqualTo(SubmittedCode.WRONG);
        }
        assertThat(submit(request, code, true).contact()).isNotNull();
    }

    @Test
    void known_and_unknown_contacts_write_the_same_number_of_events() {
        side.registerFan(42, ADA);
        for (String each : List.of(ADA, "nobody@fans.example")) {
            long before = head();
            side.send(new RecordLookUp(fresh(), email(each)));
            assertThat(head() - before).isEqualTo(1);
            side.send(new RecordLookUp(fresh(), email(each)));
            side.send(new RecordPasswordTry(fresh(), email(each), false));
            assertThat(head() - before).isEqualTo(3);
        }
    }

    @Test
    void a_verification_is_a_secret_that_a_repeat_does_not_get_and_is_used_once() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        VerifyContact verify = new VerifyContact(fresh(), request, code, "secret-uid");
        VerifiedContact verified =
                (VerifiedContact) side.send("k1", "f", verify).answer();
        assertThat(verified.contact()).isNotNull();
        assertThatThrownBy(() -> side.send("k1", "f", verify))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("answer-not-kept"));
        assertThat(side.send(new UseVerification(fresh(), request, "other", true)))
                .isEqualTo(SubmittedCode.WRONG);
        assertThat(side.send(new UseVerification(fresh(), request, "secret-uid", false))
                        .contact())
                .isEqualTo(verified.contact());
        side.reopen();
        assertThat(side.send(new UseVerification(fresh(), request, "secret-uid", true))
                        .contact())
                .isEqualTo(verified.contact());
        assertThat(side.send(new UseVerification(fresh(), request, "secret-uid", true)))
                .isEqualTo(SubmittedCode.WRONG);
    }

    @Test
    void a_repeat_of_a_request_gets_the_same_answer_and_no_second_mail() throws Exception {
        RequestCode command = requestOf(ADA, HERE);
        RequestedCode first = (RequestedCode) side.send("k1", "f", command).answer();
        codeSent(1);
        assertThat(side.send("k1", "f", requestOf(ADA, HERE)).answer()).isEqualTo(first);
        request("bea@fans.example", HERE);
        codeSent(2);
        assertThat(mails.getReceivedMessages()).hasSize(2);
    }

    @Test
    void an_installation_that_cannot_send_refuses_the_network() {
        assertThatThrownBy(() -> side.send(
                        new RequestCode(fresh(), new ContactValue(ContactKind.PHONE, "+491"), "r", HERE, "A")))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                    assertThat(refusal.field()).isEqualTo("network");
                });
    }

    @Test
    void no_code_and_nothing_personal_lies_in_any_file() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        side.send(new VerifyContact(fresh(), request, code, "the-verification-uid"));
        side.send(new RecordPasswordTry(fresh(), email(ADA), false));
        assertThat(side.events().stream().map(Object::toString)).noneMatch(text -> text.contains(code));
        side.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(content)
                        .as("%s", file)
                        .doesNotContain(ADA)
                        .doesNotContain("ada@fans")
                        .doesNotContain(HERE)
                        .doesNotContain("the-verification-uid");
                // The six digits may also be part of a longer number.
                assertThat(Pattern.compile("(?<![0-9a-f])" + code + "(?![0-9a-f])")
                                .matcher(content)
                                .results())
                        .as("%s", file)
                        .isEmpty();
            }
        }
        side = openSide();
    }

    @Test
    void a_dead_mail_server_holds_up_no_command_and_the_mail_follows() throws Exception {
        mails.stop();
        long begin = System.nanoTime();
        CodeReference request = request(ADA, HERE);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
        Thread.sleep(300);
        assertThat(events(CodeDeliveryEnded.class)).isEmpty();
        GreenMail again = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        again.start();
        try {
            await(() -> again.getReceivedMessages().length == 1
                    && !events(CodeDeliveryEnded.class).isEmpty());
            String code = codeIn(again.getReceivedMessages()[0]);
            assertThat(submit(request, code, true).contact()).isNotNull();
        } finally {
            again.stop();
        }
    }

    @Test
    void a_mail_server_that_never_answers_holds_up_neither_commands_nor_other_automations() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            side.close();
            port = silent.getLocalPort();
            side = openSide();
            for (int i = 0; i < 60; i++) {
                request("fan" + i + "@fans.example", null);
            }
            long begin = System.nanoTime();
            side.registerFan(42, ADA);
            side.send(new EraseFan(new FanId(7, 42)));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void a_code_for_a_phone_goes_to_the_webhook_whatever_the_mail_server_does() throws Exception {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            // The first answer is lost.
            exchange.sendResponseHeaders(bodies.size() == 1 ? 503 : 204, -1);
            exchange.close();
        });
        webhook.start();
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            useWebhook(webhook, silent.getLocalPort());
            for (int i = 0; i < 50; i++) {
                request("fan" + i + "@fans.example", null);
            }
            CodeReference request = requestOfPhone();
            await(() -> bodies.size() == 2 && !events(CodeDeliveryEnded.class).isEmpty());
            assertThat(bodies.getFirst())
                    .as("the same message again")
                    .isEqualTo(bodies.getLast())
                    .contains("\"to\":\"+4915112345678\"", "\"message_id\":\"" + request + "\"");
            String code = codeIn(bodies.getLast().replace(request.toString(), ""));
            assertThat(submit(request, code, true).contact()).isEqualTo(contactOf(request));
            assertThat(events(CodeDeliveryEnded.class))
                    .containsExactly(new CodeDeliveryEnded(contactOf(request), "r1", DeliveryOutcome.SENT));
        } finally {
            webhook.stop(0);
        }
    }

    @Test
    void a_code_that_is_used_before_its_delivery_is_recorded_counts_as_sent() throws Exception {
        CompletableFuture<String> received = new CompletableFuture<>();
        CompletableFuture<Void> isUsed = new CompletableFuture<>();
        HttpServer webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.createContext("/", exchange -> {
            received.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            isUsed.join();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
        try {
            useWebhook(webhook, port);
            CodeReference request = requestOfPhone();
            String code = codeIn(received.get(1, TimeUnit.MINUTES).replace(request.toString(), ""));
            assertThat(submit(request, code, true).contact()).isEqualTo(contactOf(request));
            assertThat(events(CodeDeliveryEnded.class)).isEmpty();
            isUsed.complete(null);
            await(() -> !events(CodeDeliveryEnded.class).isEmpty());
            assertThat(events(CodeDeliveryEnded.class))
                    .containsExactly(new CodeDeliveryEnded(contactOf(request), request.uid(), DeliveryOutcome.SENT));
        } finally {
            isUsed.complete(null);
            webhook.stop(0);
        }
    }

    @Test
    void a_crash_between_the_mail_and_its_event_sends_the_same_code_again() throws Exception {
        CodeReference request = request(ADA, HERE);
        String code = codeSent(1);
        await(() -> !events(CodeDeliveryEnded.class).isEmpty());
        DeliverCode again = new DeliverCode(contactOf(request), request.uid(), request.position(), Instant.now());
        side.send(again);
        assertThat(mails.getReceivedMessages()).as("it was recorded").hasSize(1);

        // Without its event, as after a crash: the same request is delivered on another installation's clock.
        side.close();
        mails.stop();
        side = openSide();
        CodeReference lost = request("bea@fans.example", HERE);
        side.close();
        GreenMail back = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        back.start();
        try {
            side = openSide();
            await(() -> back.getReceivedMessages().length == 1);
            assertThat(submit(lost, codeIn(back.getReceivedMessages()[0]), true).contact())
                    .isNotNull();
            assertThat(submit(request, code, true).contact()).isNotNull();
        } finally {
            back.stop();
        }
    }

    @Test
    void nothing_is_sent_two_minutes_after_the_request_and_the_failure_is_recorded_once() throws Exception {
        mails.stop();
        CodeReference request = request(ADA, HERE);
        ContactId contact = contactOf(request);
        DeliverCode late = new DeliverCode(
                contact, request.uid(), request.position(), Instant.now().minus(Duration.ofMinutes(5)));
        side.send(late);
        side.send(late);
        assertThat(events(CodeDeliveryEnded.class))
                .containsExactly(new CodeDeliveryEnded(contact, request.uid(), DeliveryOutcome.EXPIRED));
    }

    @Test
    void a_fault_that_may_pass_is_unavailable_and_no_dead_letter() {
        mails.stop();
        CodeReference request = request(ADA, HERE);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        side.send(
                                new DeliverCode(contactOf(request), request.uid(), request.position(), Instant.now()));
                    }
                })
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    }

    @Test
    void an_erased_fan_takes_its_contacts_along() throws Exception {
        FanId fan = side.registerFan(42, ADA);
        CodeReference request = request(ADA, HERE);
        CodeReference other = request("bea@fans.example", HERE);
        String code = codeSent(2);
        ContactId contact = contactOf(request);
        side.send(new EraseFan(fan));
        assertThat(side.bean(KeyStore.class).find(contact.toString())).isNull();
        assertThat(events(ContactForgotten.class)).containsExactly(new ContactForgotten(contact));
        assertThat(submit(request, code, true)).isEqualTo(SubmittedCode.WRONG);
        assertThat(side.bean(KeyStore.class).find(contactOf(other).toString())).isNotNull();
        CodeReference again = request(ADA, HERE);
        assertThat(contactOf(again)).isNotEqualTo(contact);
        side.send(new DeliverCode(contact, request.uid(), request.position(), Instant.now()));
    }

    @Test
    void a_forgotten_contact_stays_forgotten_in_a_restored_log(@TempDir Path backup) throws Exception {
        CodeReference request = request(ADA, HERE);
        codeSent(1);
        ContactId contact = contactOf(request);
        SqliteBackup.take(directory, backup);
        side.send(new ForgetContact(contact));
        side.close();
        assertThat(SqliteBackup.restore(backup, directory, false).erased()).isEqualTo(1);
        side = openSide();
        assertThat(events(ContactForgotten.class)).containsExactly(new ContactForgotten(contact));
        assertThat(side.bean(KeyStore.class).find(contact.toString())).isNull();
        assertThat(contactOf(request(ADA, HERE))).isNotEqualTo(contact);
        assertThat(mails.getReceivedMessages()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void a_snapshot_of_a_contact_is_encrypted() throws Exception {
        for (int i = 0; i < 30; i++) {
            side.send(new RecordLookUp(fresh(), email(ADA)));
        }
        assertThat(side.send(new RecordLookUp(fresh(), email(ADA))).retryAfter())
                .isPositive();
        side.reopen();
        assertThat(side.send(new RecordLookUp(fresh(), email(ADA))).retryAfter())
                .isPositive();
    }

    private CodeReference request(String email, @Nullable String network) {
        return Objects.requireNonNull(side.send(requestOf(email, network)).reference());
    }

    private static RequestCode requestOf(String email, @Nullable String network) {
        return new RequestCode(fresh(), email(email), UUID.randomUUID().toString(), network, "Acme");
    }

    private CodeReference requestOfPhone() {
        ContactValue phone = new ContactValue(ContactKind.PHONE, "+4915112345678");
        return Objects.requireNonNull(
                side.send(new RequestCode(fresh(), phone, "r1", HERE, "Acme")).reference());
    }

    /** Opens the command side again, with a webhook for codes of phones. */
    private void useWebhook(HttpServer webhook, int mailPort) {
        side.close();
        URI uri = URI.create("http://127.0.0.1:" + webhook.getAddress().getPort());
        MessageSettings settings = new MessageSettings(
                mailTo(mailPort).mail(), new MessageSettings.Sms(uri, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), false);
        side = new CommandSideOnDisk(directory, context -> context.registerBean(MessageSettings.class, () -> settings));
    }

    private long head() {
        return side.bean(EventLog.class).head();
    }

    private SubmittedCode submit(CodeReference request, String code, boolean isUsed) {
        return side.send(new SubmitCode(fresh(), request, code, isUsed));
    }

    private static ContactId fresh() {
        return new ContactId(CommandSideOnDisk.ACCOUNT, UUID.randomUUID().toString());
    }

    private static ContactValue email(String value) {
        return new ContactValue(ContactKind.EMAIL, value);
    }

    private ContactId contactOf(CodeReference request) {
        return events(CodeRequested.class).stream()
                .filter(event -> event.requestUid().equals(request.uid()))
                .map(CodeRequested::contact)
                .findFirst()
                .orElseThrow();
    }

    private <E> List<E> events(Class<E> type) {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Returns the code in the last of so many mails. */
    private String codeSent(int mailsSoFar) throws Exception {
        await(() -> mails.getReceivedMessages().length >= mailsSoFar);
        return codeIn(mails.getReceivedMessages()[mailsSoFar - 1]);
    }

    private static String codeIn(MimeMessage mail) throws Exception {
        return codeIn(mail.getContent().toString());
    }

    private static String codeIn(String message) {
        Matcher code = CODE.matcher(message);
        assertThat(code.find()).isTrue();
        return code.group();
    }
}
