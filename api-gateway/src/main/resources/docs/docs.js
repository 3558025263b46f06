// Keys that are entered are forgotten with the page, and no other site is asked whether the description is right.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
  supportedSubmitMethods: ['get', 'post', 'delete'],
});
