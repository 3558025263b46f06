package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.OnAPort;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ServerCodecConfigurer;

/** Fails when Spring makes its readers for each form again: that was a tenth of the gateway's part in an award. */
class KeptReadersTest {

    @Test
    void are_made_once() {
        try (OnAPort gateway = OnAPort.core()) {
            var codecs = gateway.bean("serverCodecConfigurer", ServerCodecConfigurer.class);

            assertThat(codecs.getReaders()).isNotEmpty().isSameAs(codecs.getReaders());
        }
    }
}
