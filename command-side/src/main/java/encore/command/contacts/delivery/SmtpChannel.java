package encore.command.contacts.delivery;

import encore.command.contacts.delivery.MessageSettings.Mail;
import jakarta.activation.DataHandler;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Sends plain text by a mail server, with a QR code as an image beside it if the message has one. */
final class SmtpChannel implements MessageChannel {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final int PERMANENT = 500;

    private final JavaMailSenderImpl sender = new JavaMailSenderImpl();
    private final Mail settings;

    SmtpChannel(Mail settings) {
        this.settings = settings;
        sender.setHost(settings.host());
        sender.setPort(settings.port());
        sender.setProtocol("smtp");
        sender.setDefaultEncoding(StandardCharsets.UTF_8.name());
        if (settings.user() != null) {
            sender.setUsername(settings.user());
            sender.setPassword(settings.password());
        }
        Properties properties = new Properties();
        properties.setProperty("mail.smtp.connectiontimeout", millis(CONNECT_TIMEOUT));
        properties.setProperty("mail.smtp.timeout", millis(ANSWER_TIMEOUT));
        properties.setProperty("mail.smtp.writetimeout", millis(ANSWER_TIMEOUT));
        properties.setProperty("mail.smtp.auth", Boolean.toString(settings.user() != null));
        properties.setProperty("mail.smtp.ssl.enable", Boolean.toString(settings.isImplicitTls()));
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        properties.setProperty("mail.smtp.starttls.enable", Boolean.toString(!settings.isImplicitTls()));
        properties.setProperty("mail.smtp.starttls.required", Boolean.toString(settings.requiresStartTls()));
        sender.setJavaMailProperties(properties);
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    @Override
    public Result send(OutgoingMessage message) {
        try {
            sender.send(mail(message));
            return Result.SENT;
        } catch (MailSendException failed) {
            if (failed.getFailedMessages().isEmpty()) {
                // The server took the mail, and the end of the connection failed.
                return Result.SENT;
            }
            return isRejected(failed) ? Result.REJECTED : Result.UNREACHABLE;
        } catch (MailException failed) {
            return Result.UNREACHABLE;
        } catch (MessagingException malformed) {
            return Result.REJECTED;
        }
    }

    private MimeMessage mail(OutgoingMessage message) throws MessagingException {
        MimeMessage mail = new IdentifiedMail(message.messageId());
        mail.setFrom(new InternetAddress(settings.from()));
        mail.setRecipient(Message.RecipientType.TO, new InternetAddress(message.to(), true));
        mail.setSubject(message.content().subject(), StandardCharsets.UTF_8.name());
        if (message.qrCode() == null) {
            mail.setText(message.content().text(), StandardCharsets.UTF_8.name());
        } else {
            mail.setContent(withImage(message.content().text(), message.qrCode()));
        }
        mail.setHeader("Auto-Submitted", "auto-generated");
        mail.setSentDate(new Date());
        return mail;
    }

    private static MimeMultipart withImage(String text, byte[] png) throws MessagingException {
        MimeBodyPart body = new MimeBodyPart();
        body.setText(text, StandardCharsets.UTF_8.name());
        MimeBodyPart image = new MimeBodyPart();
        image.setDataHandler(new DataHandler(new ByteArrayDataSource(png, "image/png")));
        image.setFileName("qrcode.png");
        image.setDisposition(Part.INLINE);
        return new MimeMultipart(body, image);
    }

    /** A mail whose Message-ID is made from the request_uid, so that a repeat is the same mail. */
    private final class IdentifiedMail extends MimeMessage {

        private final String messageId;

        IdentifiedMail(String messageId) {
            super(sender.getSession());
            this.messageId = messageId;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            String from = new InternetAddress(settings.from()).getAddress();
            setHeader("Message-ID", "<" + messageId + from.substring(from.lastIndexOf('@')) + ">");
        }
    }

    /** Returns whether the server refused the message or its recipient for good. */
    private static boolean isRejected(MailSendException failed) {
        for (Exception each : failed.getMessageExceptions()) {
            for (Throwable cause = each; cause != null; cause = next(cause)) {
                int code = cause instanceof SMTPAddressFailedException address
                        ? address.getReturnCode()
                        : cause instanceof SMTPSendFailedException sending ? sending.getReturnCode() : 0;
                if (code >= PERMANENT) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable Throwable next(Throwable cause) {
        return cause instanceof MessagingException messaging ? messaging.getNextException() : cause.getCause();
    }
}
