package encore.kernel.fans;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** A fan as it is read alone: with the fans it is connected with, and its names on other networks. */
public record FanDetails(@JsonUnwrapped Fan fan, List<Long> connectedFans, List<Identifier> identifiers) {

    public FanDetails {
        connectedFans = List.copyOf(connectedFans);
        identifiers = List.copyOf(identifiers);
    }

    /** A name on a network. */
    public record Identifier(String network, String identifierValue) {}
}
