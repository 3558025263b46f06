package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayOnPort;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ServerCodecConfigurer;

/** Fails when Spring makes its readers for each form again: that was a tenth of the gateway's part in an award. */
class CachingCodecConfigurerTest {

    @Test
    void are_made_once() {
        try (GatewayOnPort gateway = GatewayOnPort.core()) {
            var codecs = gateway.bean("serverCodecConfigurer", ServerCodecConfigurer.class);

            assertThat(codecs.getReaders()).isNotEmpty().isSameAs(codecs.getReaders());
        }
    }
}
