package encore.kernel.browserlogin;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the issue of a code. The gateway makes the code of it and of the uid that it minted.
 *
 * @param position the position of the event; null before it is known
 */
public record IssuedBrowserCode(@Nullable Long position) implements PositionedAnswer<IssuedBrowserCode> {

    @Override
    public IssuedBrowserCode withPosition(long written) {
        return new IssuedBrowserCode(written);
    }
}
