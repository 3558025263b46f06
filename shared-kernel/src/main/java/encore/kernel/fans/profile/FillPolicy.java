package encore.kernel.fans.profile;

/** The rule for the data that an existing fan takes over when its contacts come again. */
public enum FillPolicy {
    /** Fills each empty component of the profile by itself, and takes over the consent. */
    EACH_GAP,
    /**
     * Like {@link #EACH_GAP}, but takes over country, province, city and postal code only when the fan has none of the
     * four, as they belong to one place.
     */
    WHOLE_ADDRESS,
    /** Takes over nothing, not even the consent: an earlier record moved to the fan. */
    NOTHING
}
