package encore.command.contacts.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.contacts.delivery.MessageChannel.Result;
import encore.command.contacts.delivery.MessageSettings.Mail;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The meaning of a mail server's answers. {@code ContactsOnDiskTest} sends real mails. */
class SmtpChannelTest {

    private static final OutgoingMessage MESSAGE =
            new OutgoingMessage("7-r", "ada@fans.example", CodeMessage.of(ContactKind.EMAIL, "Acme", "012345"));

    @ParameterizedTest
    @CsvSource({
        "220, 250, 250, 250, SENT",
        "220, 250, 550, 250, REJECTED",
        "220, 250, 450, 250, UNREACHABLE",
        "220, 250, 250, 554, REJECTED",
        "220, 250, 250, 451, UNREACHABLE",
        "554, 250, 250, 250, UNREACHABLE"
    })
    void only_a_final_answer_about_the_message_is_final(int greeting, int from, int recipient, int data, Result result)
            throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(server, greeting, from, recipient, data, false));
            Mail mail = new Mail("127.0.0.1", server.getLocalPort(), false, null, null, "a@b.example");
            assertThat(new SmtpChannel(mail).send(MESSAGE)).isEqualTo(result);
        }
    }

    /** Sent again, the mail would come twice. */
    @Test
    void a_mail_that_was_taken_is_sent_however_the_connection_ends() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(server, 220, 250, 250, 250, true));
            Mail mail = new Mail("127.0.0.1", server.getLocalPort(), false, null, null, "a@b.example");
            assertThat(new SmtpChannel(mail).send(MESSAGE)).isEqualTo(Result.SENT);
        }
    }

    private static void serve(ServerSocket server, int greeting, int from, int recipient, int data, boolean resets) {
        try (Socket socket = server.accept();
                var in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            write(socket, greeting);
            boolean inData = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (inData) {
                    if (line.equals(".")) {
                        inData = false;
                        write(socket, data);
                    }
                } else if (line.startsWith("RCPT")) {
                    write(socket, recipient);
                } else if (line.startsWith("MAIL")) {
                    write(socket, from);
                } else if (resets && line.startsWith("QUIT")) {
                    socket.setSoLinger(true, 0);
                    return;
                } else if (line.startsWith("DATA")) {
                    inData = true;
                    write(socket, 354);
                } else {
                    write(socket, 250);
                }
            }
        } catch (IOException closed) {
            // The client has its answer.
        }
    }

    private static void write(Socket socket, int code) throws IOException {
        socket.getOutputStream().write((code + " answer\r\n").getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}
