package encore.kernel.fans;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.privacy.Contact;
import java.util.List;

/** The form of the single read of a fan: with its connected fans and its identifiers on networks. */
public record FanDetails(
        @JsonUnwrapped Fan fan,
        List<Long> connectedFans,
        @Contact List<Identifier> identifiers) {

    public FanDetails {
        connectedFans = List.copyOf(connectedFans);
        identifiers = List.copyOf(identifiers);
    }

    /** An identifier on a network. */
    public record Identifier(String network, @Contact String identifierValue) {}
}
