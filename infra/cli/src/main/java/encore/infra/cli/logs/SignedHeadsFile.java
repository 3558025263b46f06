package encore.infra.cli.logs;

import encore.infra.cli.terminal.CommandFailed;
import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.heads.SignedHeadText;
import encore.infra.eventstore.verify.LogVerifier.Known;
import encore.kernel.audit.SignedHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a file of signed heads: lines of {@code encore signed-head}, or an answer of {@code audit/heads}. */
public final class SignedHeadsFile {

    private SignedHeadsFile() {}

    /** @param publicKey the key that must have signed them; null when all of them must be signed by the same one */
    public static List<Known> read(Path file, @Nullable String publicKey) {
        try {
            return requireSigned(SignedHeadText.parse(Files.readString(file)), file.toString(), publicKey);
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailed("The file " + file + " holds no signed heads.");
        }
    }

    /** @param where the place of the heads, for the message when a signature is wrong */
    public static List<Known> requireSigned(List<SignedHead> heads, String where, @Nullable String publicKey) {
        String signer = publicKey == null && !heads.isEmpty() ? heads.getFirst().publicKey() : publicKey;
        for (SignedHead head : heads) {
            if (!head.publicKey().equals(signer) || !HeadSigner.isSigned(head)) {
                throw new CommandFailed("The head of position " + head.position() + " in " + where
                        + " is not signed by " + signer + ".");
            }
        }
        return heads.stream()
                .map(head -> new Known(head.position(), HexFormat.of().parseHex(head.hash())))
                .toList();
    }
}
