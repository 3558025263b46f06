package encore.infra.eventstore.heads;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.audit.SignedHead;
import java.util.HexFormat;
import java.util.List;
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
        SignedHead head = HeadSigner.ofSeed(new byte[32]).sign(17, HEX.parseHex(HASH), 1_772_366_400_000L);
        assertThat(HeadSigner.isSigned(head)).isTrue();
        byte[] other = new byte[32];
        other[0] = 1;
        String another = HEX.formatHex(HeadSigner.ofSeed(other).publicKey());
        for (SignedHead forged : List.of(
                new SignedHead(18, HASH, head.at(), head.signature(), head.publicKey()),
                new SignedHead(17, "ac".repeat(32), head.at(), head.signature(), head.publicKey()),
                new SignedHead(17, HASH, 1_772_366_400_001L, head.signature(), head.publicKey()),
                new SignedHead(17, HASH, null, head.signature(), head.publicKey()),
                new SignedHead(17, HASH, head.at(), head.signature(), another),
                new SignedHead(17, HASH, head.at(), "no hex", head.publicKey()))) {
            assertThat(HeadSigner.isSigned(forged)).as(forged.toString()).isFalse();
        }
    }

    /** Auditors have stored heads that earlier builds signed. */
    @Test
    void a_head_that_was_signed_without_a_time_still_counts() {
        assertThat(HeadSigner.isSigned(new SignedHead(
                        17,
                        HASH,
                        null,
                        "3dce6b281b24a09671d071cedded0b7cacaf24c33963f2468ca4598782e29337"
                                + "2486d7f3b21f0e46606aaae9c5a4f701e1f88363a72abe32c57b0bbb7ca7f305",
                        "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29")))
                .isTrue();
    }
}
