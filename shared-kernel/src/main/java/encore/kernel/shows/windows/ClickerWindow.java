package encore.kernel.shows.windows;

import org.jspecify.annotations.Nullable;

/**
 * The window of a push of a clicker.
 *
 * @param maxPoints the most points that a fan gets from this push; null for no bound
 */
public record ClickerWindow(
        ShowWindow window, long pointsPerClick, @Nullable Long maxPoints) {}
