package encore.infra.standalone;

import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A mail server and an SMS webhook that keep what Encore sends them. */
final class SentCodes implements AutoCloseable {

    private static final Pattern CODE = Pattern.compile("(?<=is )\\d{6}(?=\\.)");
    private static final Pattern LINK = Pattern.compile("https?://\\S+/console/\\S+");
    private static final AtomicInteger CONTACTS = new AtomicInteger();

    private final int mailPort = Processes.freePort();
    private GreenMail mails = mailServer();
    private final List<JsonNode> texts = new CopyOnWriteArrayList<>();
    private final HttpServer webhook;

    /** How many codes of a contact were read. */
    private final Map<String, Integer> read = new ConcurrentHashMap<>();

    /** The links that were returned, by their address. */
    private final Map<String, Set<String>> returned = new ConcurrentHashMap<>();

    SentCodes() {
        try {
            webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        webhook.createContext("/sms", exchange -> {
            texts.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
    }

    /** Returns an email that no other test uses, so that its codes are this test's. */
    static String email(String name) {
        return name + "-" + CONTACTS.incrementAndGet() + "@fans.example";
    }

    /** Returns a phone that no other test uses. */
    static String phone() {
        return "+49151" + (12_000_000 + CONTACTS.incrementAndGet());
    }

    /** The settings of an Encore that sends its codes here. */
    Map<String, Object> settings() {
        return Map.of(
                "SMTP_URL",
                "smtp://127.0.0.1:" + mailPort,
                "MAIL_FROM",
                "codes@encore.example",
                "SMS_WEBHOOK_URL",
                "http://127.0.0.1:" + webhook.getAddress().getPort() + "/sms",
                "SMS_WEBHOOK_SECRET",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }

    private GreenMail mailServer() {
        GreenMail server = new GreenMail(new ServerSetup(mailPort, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        return server;
    }

    int mailPort() {
        return mailPort;
    }

    /** Stops the mail server. What it has received is gone. */
    void stopMails() {
        mails.stop();
    }

    /** Starts a mail server again, at the same port. */
    void startMails() {
        mails = mailServer();
    }

    /** Waits for the next code to an email or phone. */
    String next(String to) {
        int before = read.merge(to, 1, Integer::sum) - 1;
        await().atMost(Duration.ofMinutes(1)).until(() -> codes(to).size() > before);
        return codes(to).get(before);
    }

    /** Waits for the first mail to an address and returns its text. */
    String mail(String to) {
        try {
            await().atMost(Duration.ofMinutes(1)).until(() -> !mailsTo(to).isEmpty());
            return GreenMailUtil.getBody(mailsTo(to).getFirst());
        } catch (MessagingException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Waits for a mail to an address with a link to the console that was not returned before, and returns the link. */
    String link(String to) {
        Set<String> known = returned.computeIfAbsent(to, address -> ConcurrentHashMap.newKeySet());
        String link = await().atMost(Duration.ofMinutes(1))
                .until(() -> newestLink(to), found -> !found.isEmpty() && !known.contains(found));
        known.add(link);
        return link;
    }

    /** Returns the link in the newest mail to an address; empty without a mail. */
    private String newestLink(String to) throws MessagingException, IOException {
        List<MimeMessage> mails = mailsTo(to);
        Matcher found = LINK.matcher(mails.isEmpty() ? "" : text(mails.getLast().getContent()));
        return found.find() ? found.group() : "";
    }

    /** Returns the first part of a mail as the reader sees it, without the encoding of its lines. */
    private static String text(Object content) throws MessagingException, IOException {
        return content instanceof Multipart parts ? text(parts.getBodyPart(0).getContent()) : content.toString();
    }

    int count(String to) {
        return codes(to).size();
    }

    /** Returns the Message-IDs of the mails to an address. A mail that a node repeats has its first one. */
    Set<String> mailIds(String to) {
        try {
            Set<String> ids = new HashSet<>();
            for (MimeMessage mail : mailsTo(to)) {
                ids.add(mail.getMessageID());
            }
            return ids;
        } catch (MessagingException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private List<MimeMessage> mailsTo(String to) throws MessagingException {
        List<MimeMessage> received = new ArrayList<>();
        for (MimeMessage mail : mails.getReceivedMessages()) {
            if (mail.getAllRecipients()[0].toString().equals(to)) {
                received.add(mail);
            }
        }
        return received;
    }

    private List<String> codes(String to) {
        List<String> codes = new ArrayList<>();
        try {
            for (MimeMessage mail : mailsTo(to)) {
                codes.add(codeIn(GreenMailUtil.getBody(mail)));
            }
        } catch (MessagingException failed) {
            throw new IllegalStateException(failed);
        }
        texts.stream()
                .filter(text -> text.get("to").asString().equals(to))
                .map(text -> codeIn(text.get("text").asString()))
                .forEach(codes::add);
        return codes;
    }

    private static String codeIn(String text) {
        Matcher found = CODE.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("No code in " + text);
        }
        return found.group();
    }

    @Override
    public void close() {
        webhook.stop(0);
        mails.stop();
    }
}
