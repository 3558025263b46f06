package encore.command.people.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppCodesTest {

    /** The vectors of RFC 6238, appendix B, for SHA-1. They have eight digits; apps show the last six. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void codes_are_those_of_the_standard(long second, String code) {
        SecretKeySpec key = new SecretKeySpec("12345678901234567890".getBytes(StandardCharsets.US_ASCII), "HmacSHA1");
        assertThat(AppCodes.code(key, second / 30)).isEqualTo(code);
    }
}
