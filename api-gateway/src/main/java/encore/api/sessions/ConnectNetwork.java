package encore.api.sessions;

/** A step of the login. Without one, a guest's session is opened. */
enum ConnectNetwork {
    REGISTER,
    EMAIL,
    PHONE,
    VERIFY_SMS,
    VERIFY_EMAIL,
    SUBMIT_VERIFICATION_CODE,
    PASSWORD
}
