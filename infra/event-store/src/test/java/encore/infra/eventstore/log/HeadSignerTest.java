package encore.infra.eventstore.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HeadSignerTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final String HASH = "ab".repeat(32);

    @Test
    void the_public_key_is_the_one_that_rfc_8032_gives_for_the_private_one() {
        var signer =
                HeadSigner.ofSeed(HEX.parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));
        assertThat(HEX.formatHex(signer.publicKey()))
                .isEqualTo("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    }

    @Test
    void only_the_head_that_was_signed_has_its_signature() {
        var signer = HeadSigner.ofSeed(new byte[32]);
        byte[] signature = signer.sign(17, HASH);
        assertThat(HeadSigner.verify(signer.publicKey(), 17, HASH, signature)).isTrue();
        assertThat(HeadSigner.verify(signer.publicKey(), 18, HASH, signature)).isFalse();
        assertThat(HeadSigner.verify(signer.publicKey(), 17, "ac".repeat(32), signature))
                .isFalse();
        byte[] other = new byte[32];
        other[0] = 1;
        assertThat(HeadSigner.verify(HeadSigner.ofSeed(other).publicKey(), 17, HASH, signature))
                .isFalse();
    }
}
