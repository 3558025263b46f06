package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.BodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A fan gets a drink, and a mail with the QR code for it. */
class QrMailsJourneyTest {

    @Test
    void a_qr_code_is_mailed_once_and_a_rebuilt_automation_mails_none(@TempDir Path data) throws Exception {
        GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mails.start();
        try {
            Map<String, Object> settings = Map.of(
                    "SMTP_URL", "smtp://127.0.0.1:" + mails.getSmtp().getPort(), "MAIL_FROM", "codes@encore.example");
            try (RunningEncore encore = RunningEncore.on(data, settings)) {
                mailOneOfThree(encore.newAccount(), mails);
            }
            try (RunningEncore again = RunningEncore.on(data, settings)) {
                Thread.sleep(Duration.ofSeconds(2));
                assertThat(again.url()).isNotEmpty();
                assertThat(mails.getReceivedMessages()).hasSize(1);
            }
        } finally {
            mails.stop();
        }
    }

    private static void mailOneOfThree(Api api, GreenMail mails) throws Exception {
        long business = api.business("Rovers");
        String show = api.post(
                        "/api/v1/ent/performances",
                        "performance_name",
                        "Opening night",
                        "performance_date",
                        "2026-12-01",
                        "business_id",
                        business)
                .mustBe(200)
                .body()
                .get("performance_uid")
                .asString();
        String drink = reward(api, business, show, "A drink", "qrcode");
        String band = reward(api, business, show, "A band", "wristband");
        long ada = api.fan("ada@fans.example");
        long silent = Long.parseLong(api.made("/api/v1/crm/fans", "fan_id", "phone", "+4915112345678"));
        assign(api, business, silent, drink);
        assign(api, business, ada, band);
        JsonNode issued = assign(api, business, ada, drink);

        await().atMost(Duration.ofSeconds(30)).until(() -> mails.getReceivedMessages().length > 0);
        MimeMessage mail = mails.getReceivedMessages()[0];
        assertThat(mail.getAllRecipients()[0]).hasToString("ada@fans.example");
        assertThat(mail.getSubject()).isEqualTo("Your QR code: A drink");
        MimeMultipart parts = (MimeMultipart) mail.getContent();
        String uid = issued.get("fan_point_uid").asString();
        assertThat(parts.getBodyPart(0).getContent().toString()).contains(uid);
        BodyPart image = parts.getBodyPart(1);
        assertThat(image.getContentType()).startsWith("image/png");
        assertThat(read(ImageIO.read(image.getInputStream()))).isEqualTo(uid);
    }

    private static String reward(Api api, long business, String show, String title, String delivery) {
        return api.post(
                        "/api/v1/ent/businesses/" + business + "/rewards",
                        "reward_title",
                        title,
                        "reward_type",
                        "vendora",
                        "performance_uid",
                        show,
                        "vendora_delivery_method",
                        delivery)
                .mustBe(200)
                .body()
                .get("reward_uid")
                .asString();
    }

    private static JsonNode assign(Api api, long business, long fan, String reward) {
        return api.post("/api/v1/ent/businesses/" + business + "/fans/" + fan + "/rewards", "reward_uid", reward)
                .mustBe(200)
                .body();
    }

    private static String read(BufferedImage image) throws Exception {
        int width = image.getWidth();
        int[] pixels = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
        var bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(width, image.getHeight(), pixels)));
        // The search for a code in a photo misses one in a hundred codes that are drawn exactly.
        return new QRCodeReader()
                .decode(bitmap, Map.of(DecodeHintType.PURE_BARCODE, true))
                .getText();
    }
}
