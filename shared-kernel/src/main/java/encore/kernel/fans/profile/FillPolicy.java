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
    NOTHING,
    /**
     * The rule for calls with the public key alone. The fan never gets a contact, a password or a confirmation. Other
     * gaps are filled only while public calls alone made the fan, nobody has proven it, and it has no password. An opt-in
     * to a business counts unless the fan opted out. Tags are added.
     */
    PUBLIC
}
