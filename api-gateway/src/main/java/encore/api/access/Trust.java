package encore.api.access;

/** The trust that a call deserves by its credentials; a parameter of a handler. */
public enum Trust {
    /** The call showed the secret, or a console session in its place: it is the customer's. */
    SECRET,
    /** The call showed the public key alone, so anybody may have sent it. */
    PUBLIC;

    public boolean isPublic() {
        return this == PUBLIC;
    }
}
